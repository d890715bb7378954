import { Card, Container, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";

import { fieldErrors } from "@/api/errors";
import { createProject } from "@/api/projects";
import { queryKeys } from "@/api/queryKeys";
import type { ProjectKind } from "@/api/types";
import { Form } from "@/components/Form";
import { PageHeader } from "@/components/PageHeader";
import { useDocumentTitle } from "@/components/useDocumentTitle";
import type { Conduct } from "@/kinds/kindPages";
import { PROJECT_KINDS } from "@/kinds/kinds";
import { useKind } from "@/kinds/useKind";

import { storedConduct } from "./conduct";
import { ConductFields } from "./ConductFields";
import { KindChoice } from "./KindChoice";
import { ProjectFields, type ProjectValues } from "./ProjectFields";
import { slugFromTitle, slugProblem } from "./slug";

const [FIRST] = PROJECT_KINDS;

/** A form for a new project, which its creator then leads. */
export default function CreateProjectPage() {
  useDocumentTitle("New project");
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [kind, setKind] = useState<ProjectKind>(FIRST);
  // What is usual for a kind changes with it; what was typed stays.
  const [edits, setEdits] = useState<Partial<ProjectValues>>({});
  const [conductEdits, setConductEdits] = useState<Partial<Conduct>>({});
  const { usual, choosesRegime } = useKind(kind);
  const values: ProjectValues = {
    title: "",
    overlap: usual.overlap,
    lease_minutes: 60,
    ...edits,
  };
  const conduct = { ...usual.conduct, ...conductEdits };
  const [typedSlug, setTypedSlug] = useState<string>();
  const [problem, setProblem] = useState<string | null>(null);
  const slug = typedSlug ?? slugFromTitle(values.title);
  const create = useMutation({
    mutationFn: createProject,
    meta: { silent: true },
    onSuccess: async (project) => {
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: queryKeys.projects() }),
        queryClient.invalidateQueries({ queryKey: queryKeys.me() }),
      ]);
      await navigate(`/projects/${project.slug}`);
    },
  });
  const errors = fieldErrors(create.error);

  function submit(): void {
    const found = slugProblem(slug);
    setProblem(found);
    if (found !== null || values.overlap === "" || values.lease_minutes === "") return;
    create.mutate({
      slug,
      kind,
      title: values.title.trim(),
      overlap: values.overlap,
      lease_minutes: values.lease_minutes,
      ...storedConduct(choosesRegime ? conduct : { ...conduct, regime: usual.conduct.regime }),
    });
  }

  return (
    <Container size={640} py={36}>
      <PageHeader title="New project">
        You will lead it. You can change everything later except the kind and the short name.
      </PageHeader>
      <Card padding="xl">
        <Form sending={create} onSubmit={submit} action="Create project" cancelTo="/" gap="lg">
          <KindChoice value={kind} onChange={setKind} />
          <ProjectFields
            values={values}
            errors={errors}
            afterTitle={
              <TextInput
                label="Short name"
                description="Used in the project’s address and in commands. You can’t change it later."
                maxLength={64}
                required
                value={slug}
                error={problem ?? errors.slug}
                onChange={(event) => {
                  setTypedSlug(event.currentTarget.value);
                  setProblem(null);
                }}
              />
            }
            onChange={(changes) => setEdits({ ...edits, ...changes })}
          />
          <ConductFields
            kind={kind}
            values={conduct}
            errors={errors}
            mayRequireTraining={false}
            onChange={(changes) => setConductEdits({ ...conductEdits, ...changes })}
          />
        </Form>
      </Card>
    </Container>
  );
}
