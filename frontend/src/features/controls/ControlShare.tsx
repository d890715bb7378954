import { NumberInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { controlShareQuery, setControlShare } from "@/api/controls";
import { fieldErrors } from "@/api/errors";
import { queryKeys } from "@/api/queryKeys";
import { Form } from "@/components/Form";
import { notifyDone } from "@/components/notify";
import { QueryView } from "@/components/QueryView";
import { SettingsCard } from "@/components/SettingsCard";

const MOST = 50;

/** How many questions are controls. */
export function ControlShare({ slug }: { slug: string }) {
  const share = useQuery(controlShareQuery(slug));
  return (
    <QueryView query={share}>
      {({ percent }) => <ShareForm key={percent} slug={slug} stored={percent} />}
    </QueryView>
  );
}

function ShareForm({ slug, stored }: { slug: string; stored: number }) {
  const queryClient = useQueryClient();
  const [percent, setPercent] = useState<number | string>(stored);
  const save = useMutation({
    mutationFn: (wanted: number) => setControlShare(slug, wanted),
    meta: { silent: true },
    onSuccess: (saved) => {
      queryClient.setQueryData(queryKeys.controlShare(slug), saved);
      notifyDone(
        saved.percent === 0
          ? "No more controls come."
          : `${saved.percent} of 100 questions are controls.`,
      );
    },
  });
  return (
    <SettingsCard
      title="Share"
      about="Which questions are controls is drawn. Nobody gets the same one twice, and nothing tells it from another question."
    >
      <Form
        sending={save}
        onSubmit={() => save.mutate(Number(percent))}
        action="Save the share"
        canSubmit={typeof percent === "number" && percent !== stored}
      >
        <NumberInput
          label="Controls among 100 questions"
          description={`From 0, for none, to ${MOST}. Each takes the time of a question.`}
          min={0}
          max={MOST}
          allowDecimal={false}
          value={percent}
          error={fieldErrors(save.error).percent}
          onChange={setPercent}
        />
      </Form>
    </SettingsCard>
  );
}
