import { NumberInput, Switch } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { fieldErrors } from "@/api/errors";
import { type ProjectChanges, updateProject } from "@/api/projects";
import { queryKeys } from "@/api/queryKeys";
import type { Project } from "@/api/types";
import { changedFields } from "@/components/edits";
import { PartForm } from "@/components/PartForm";
import { SettingsCard } from "@/components/SettingsCard";
import { useKind } from "@/kinds/useKind";

interface Values {
  reviews_answers: boolean;
  finds_question_words: boolean;
  allows_revisions: boolean;
  /** "" is without an end. */
  revision_minutes: number | "";
}

/** How an answer is submitted, and whether and for how long it can be changed afterwards. */
export function RevisionSettings({ project }: { project: Project }) {
  const { submittingSwitches } = useKind(project.kind);
  const queryClient = useQueryClient();
  const [edits, setEdits] = useState<Partial<Values>>({});
  const save = useMutation({
    mutationFn: (changes: ProjectChanges) => updateProject(project.slug, changes),
    meta: { silent: true },
    onSuccess: (saved) => {
      queryClient.setQueryData(queryKeys.project(project.slug), saved);
    },
  });
  const stored: Values = {
    reviews_answers: project.reviews_answers,
    finds_question_words: project.finds_question_words,
    allows_revisions: project.allows_revisions,
    revision_minutes: project.revision_minutes ?? "",
  };
  const values = { ...stored, ...edits };
  const changes = changedFields(stored, edits);

  function submit(): Promise<unknown> {
    const { revision_minutes: minutes, ...others } = changes;
    return save.mutateAsync(
      { ...others, ...(minutes !== undefined && { revision_minutes: minutes || null }) },
      {
        onSuccess: () => {
          // What was typed while it was sent is still to be saved.
          setEdits((now) => (now === edits ? {} : now));
        },
      },
    );
  }

  return (
    <SettingsCard
      title="Submitting and changing answers"
      about="Everybody can take an answer back for a minute after submitting it. Every version is kept, with who changed it and why. The newest counts. Leads can change any answer, or ask its annotator to look again, at any time."
    >
      <PartForm
        title="Submitting and changing answers"
        changes={Object.keys(changes).length}
        sending={save}
        onSave={submit}
        onDiscard={() => setEdits({})}
      >
        {submittingSwitches.map(({ name, label, description }) => (
          <Switch
            key={name}
            label={label}
            description={description}
            checked={values[name]}
            onChange={(event) => setEdits({ ...edits, [name]: event.currentTarget.checked })}
          />
        ))}
        <Switch
          label="Annotators may change their answers"
          description="If off, after that minute they can only change answers that a lead asks them to look at again."
          checked={values.allows_revisions}
          onChange={(event) =>
            setEdits({ ...edits, allows_revisions: event.currentTarget.checked })
          }
        />
        {values.allows_revisions && (
          <NumberInput
            label="Minutes after the submission"
            description="How long they can change it. Leave empty for no limit."
            placeholder="No limit"
            min={1}
            max={366 * 24 * 60}
            value={values.revision_minutes}
            error={fieldErrors(save.error).revision_minutes}
            onChange={(value) =>
              setEdits({ ...edits, revision_minutes: typeof value === "number" ? value : "" })
            }
          />
        )}
      </PartForm>
    </SettingsCard>
  );
}
