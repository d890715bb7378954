import { Text } from "@mantine/core";
import { useState } from "react";

import { queryKeys } from "@/api/queryKeys";
import { type Submissions, submitPredictions } from "@/api/submissions";
import type { ProjectKind } from "@/api/types";
import { PassagesInput } from "@/components/PassagesInput";
import { SystemForm } from "@/components/SystemForm";
import { useKind } from "@/kinds/useKind";

interface SubmissionFormProps extends Pick<Submissions, "reads_answers"> {
  readonly slug: string;
  readonly kind: ProjectKind;
}

/** Uploads predictions for the hidden split. */
export function SubmissionForm({ slug, kind, reads_answers: readsAnswers }: SubmissionFormProps) {
  const { asks, predictions, readMetrics } = useKind(kind);
  const [passages, setPassages] = useState(1);
  return (
    <SystemForm
      id="submit"
      title="Submit predictions"
      action="Submit"
      predictions={predictions}
      send={(system, sending) => submitPredictions(slug, { ...system, passages }, sending)}
      says="The predictions are here. Scoring continues even if you leave this page."
      foundLabel={null}
      list={queryKeys.submissions(slug)}
    >
      {asks.passages && <PassagesInput value={passages} onChange={setPassages} />}
      {readMetrics !== "" && (
        <Text size="sm" c="dimmed">
          {readsAnswers
            ? `This site’s reader reads the answers for ${readMetrics}.`
            : `This site has no reader, so there is no ${readMetrics.replace(" and ", " and no ")}.`}
        </Text>
      )}
    </SystemForm>
  );
}
