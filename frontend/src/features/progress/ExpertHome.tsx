import { Card } from "@mantine/core";
import { IconGavel } from "@tabler/icons-react";

import type { Project } from "@/api/types";
import { LinkButton } from "@/components/LinkButton";
import { PageHeader } from "@/components/PageHeader";
import { EmptyState } from "@/components/states";
import { useDocumentTitle } from "@/components/useDocumentTitle";

/** What an expert sees until there is something to judge. */
export function ExpertHome({ project }: { project: Project }) {
  useDocumentTitle("Judging", project.title);
  return (
    <>
      <PageHeader title="Judging">
        Experts judge the answers of this project’s annotators, without knowing whose they are.
      </PageHeader>
      <Card>
        <EmptyState
          icon={IconGavel}
          title="There is no judging round yet"
          action={
            <LinkButton to="guidelines" variant="light" mt="xs">
              Read the guidelines
            </LinkButton>
          }
        >
          When a lead starts a round, the answers to judge appear here. Until then the guidelines
          are worth a second look: they say what a good answer is.
        </EmptyState>
      </Card>
    </>
  );
}
