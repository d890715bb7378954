import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { fieldErrors } from "@/api/errors";
import { type ProjectChanges, updateProject } from "@/api/projects";
import { queryKeys } from "@/api/queryKeys";
import type { Project } from "@/api/types";
import { changedFields } from "@/components/edits";
import { PartForm } from "@/components/PartForm";
import { SettingsCard } from "@/components/SettingsCard";
import type { Conduct } from "@/kinds/kindPages";

import { conductOf, storedConduct } from "./conduct";
import { ConductFields } from "./ConductFields";

/** How work on a question goes. */
export function ConductSettings({ project }: { project: Project }) {
  const queryClient = useQueryClient();
  const [edits, setEdits] = useState<Partial<Conduct>>({});
  const save = useMutation({
    mutationFn: (changes: ProjectChanges) => updateProject(project.slug, changes),
    meta: { silent: true },
    onSuccess: (saved) => {
      queryClient.setQueryData(queryKeys.project(project.slug), saved);
    },
  });
  const stored = conductOf(project);
  const values = { ...stored, ...edits };
  const changes = changedFields(stored, edits);

  function submit(): Promise<unknown> {
    return save.mutateAsync(changedFields(storedConduct(stored), storedConduct(values)), {
      onSuccess: () => {
        // What was typed while it was sent is still to be saved.
        setEdits((now) => (now === edits ? {} : now));
      },
    });
  }

  return (
    <SettingsCard title="Work" about="A new limit applies to questions opened from now on.">
      <PartForm
        title="Work"
        changes={Object.keys(changes).length}
        sending={save}
        onSave={submit}
        onDiscard={() => setEdits({})}
      >
        <ConductFields
          kind={project.kind}
          values={values}
          errors={fieldErrors(save.error)}
          onChange={(typed) => setEdits({ ...edits, ...typed })}
        />
      </PartForm>
    </SettingsCard>
  );
}
