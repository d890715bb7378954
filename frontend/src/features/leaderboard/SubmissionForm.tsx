import { useState } from "react";

import { queryKeys } from "@/api/queryKeys";
import { submitPredictions } from "@/api/submissions";
import type { Project } from "@/api/types";

import { PassagesInput } from "./PassagesInput";
import { SystemForm } from "./SystemForm";

interface SubmissionFormProps extends Pick<Project, "slug" | "kind"> {
  readonly readsAnswers: boolean;
}

/** Uploads predictions for the hidden split. */
export function SubmissionForm({ slug, kind, readsAnswers }: SubmissionFormProps) {
  const [passages, setPassages] = useState(1);
  return (
    <SystemForm
      id="submit"
      title="Submit predictions"
      action="Submit"
      kind={kind}
      send={(system, sending) => submitPredictions(slug, { ...system, passages }, sending)}
      says="The predictions are here. Scoring continues even if you leave this page."
      readsAnswers={readsAnswers}
      list={queryKeys.submissions(slug)}
    >
      {kind === "asqa" && <PassagesInput value={passages} onChange={setPassages} />}
    </SystemForm>
  );
}
