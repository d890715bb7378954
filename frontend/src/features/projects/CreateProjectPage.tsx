import { Alert, Button, Card, Container, Group, Stack, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type SyntheticEvent, useState } from "react";
import { useNavigate } from "react-router";

import { ApiError, describeError } from "@/api/errors";
import { createProject } from "@/api/projects";
import { queryKeys } from "@/api/queryKeys";
import { LinkButton } from "@/components/LinkButton";
import { PageHeader } from "@/components/PageHeader";
import { useDocumentTitle } from "@/components/useDocumentTitle";

import { ProjectFields, type ProjectValues } from "./ProjectFields";
import { slugFromTitle, slugProblem } from "./slug";

const START: ProjectValues = { title: "", overlap: 5, lease_minutes: 60 };

/** A form for a new project, which its creator then leads. */
export default function CreateProjectPage() {
  useDocumentTitle("New project");
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [values, setValues] = useState(START);
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
  const errors = create.error instanceof ApiError ? create.error.fields : {};

  function submit(event: SyntheticEvent): void {
    event.preventDefault();
    const found = slugProblem(slug);
    setProblem(found);
    if (found !== null || values.overlap === "" || values.lease_minutes === "") return;
    create.mutate({
      slug,
      kind: "nq",
      title: values.title.trim(),
      overlap: values.overlap,
      lease_minutes: values.lease_minutes,
    });
  }

  return (
    <Container size={640} py={36}>
      <PageHeader title="New project">
        Annotators judge questions, find the long answer on the page and mark the short one, as in
        Natural Questions.
      </PageHeader>
      <Card padding="xl">
        <form onSubmit={submit}>
          <Stack gap="lg">
            {create.isError && (
              <Alert color="brick" role="alert">
                {describeError(create.error)}
              </Alert>
            )}
            <ProjectFields
              values={values}
              errors={errors}
              onChange={(changes) => {
                setValues({ ...values, ...changes });
              }}
            />
            <TextInput
              label="Short name"
              description="Part of the project’s address and of commands. It can’t be changed later."
              maxLength={64}
              required
              value={slug}
              error={problem ?? errors.slug}
              onChange={(event) => {
                setTypedSlug(event.currentTarget.value);
                setProblem(null);
              }}
            />
            <Group justify="flex-end">
              <LinkButton to="/" variant="default">
                Cancel
              </LinkButton>
              <Button type="submit" loading={create.isPending}>
                Create project
              </Button>
            </Group>
          </Stack>
        </form>
      </Card>
    </Container>
  );
}
