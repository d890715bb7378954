import { Anchor, Box } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "react-router";

import { faqEntryQuery } from "@/api/guidance";
import { useProject } from "@/api/useProject";
import { PageHeader } from "@/components/PageHeader";
import { QueryView } from "@/components/QueryView";
import { useDocumentTitle } from "@/components/useDocumentTitle";

import { FaqCard } from "./FaqCard";

/** One entry under the address that guidelines link to. */
export default function FaqEntryPage() {
  const project = useProject();
  const { number = "" } = useParams();
  useDocumentTitle("FAQ", project.title);
  const entry = useQuery(faqEntryQuery(project.slug, Number(number)));
  return (
    <QueryView query={entry} errorOrder={1}>
      {(data) => (
        <>
          <PageHeader title="FAQ">
            <Anchor component={Link} to={`/projects/${project.slug}/faq`}>
              All entries
            </Anchor>
          </PageHeader>
          <Box maw={820}>
            <FaqCard project={project} entry={data} />
          </Box>
        </>
      )}
    </QueryView>
  );
}
