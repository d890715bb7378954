import { Text } from "@mantine/core";
import { useState } from "react";

import { queryKeys } from "@/api/queryKeys";
import { type Submissions, submitPredictions } from "@/api/submissions";
import type { ProjectKind } from "@/api/types";
import { PassagesInput } from "@/components/PassagesInput";
import { SystemForm } from "@/components/SystemForm";

interface SubmissionFormProps extends Pick<Submissions, "reads_answers"> {
  readonly slug: string;
  readonly kind: ProjectKind;
}

/** Uploads predictions for the hidden split. */
export function SubmissionForm({ slug, kind, reads_answers: readsAnswers }: SubmissionFormProps) {
  const [passages, setPassages] = useState(1);
  return (
    <SystemForm
      id="submit"
      title="Submit predictions"
      action="Submit"
      kind={kind}
      send={(system, sending) => submitPredictions(slug, { ...system, passages }, sending)}
      says="The predictions are here. Scoring continues even if you leave this page."
      foundLabel={null}
      list={queryKeys.submissions(slug)}
    >
      {kind === "asqa" && <PassagesInput value={passages} onChange={setPassages} />}
      {kind === "asqa" && (
        <Text size="sm" c="dimmed">
          {readsAnswers
            ? "This site’s reader reads the answers for Disambig-F1 and DR."
            : "This site has no reader, so there is no Disambig-F1 and no DR."}
        </Text>
      )}
    </SystemForm>
  );
}
