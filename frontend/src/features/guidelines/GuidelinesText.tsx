import { Text, Typography } from "@mantine/core";
import { IconBook2 } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";

import { guidelinesQuery } from "@/api/projects";
import { QueryView } from "@/components/QueryView";
import { EmptyState } from "@/components/states";

/** The guidelines as the annotators read them. */
export function GuidelinesText({ slug }: { slug: string }) {
  const guidelines = useQuery(guidelinesQuery(slug));
  return (
    <QueryView query={guidelines}>
      {({ html, version }) =>
        html.trim() === "" ? (
          <EmptyState icon={IconBook2} title="No guidelines yet">
            The project's leads write them under Guidelines.
          </EmptyState>
        ) : (
          <>
            {/* The server made this HTML from Markdown and sanitised it. */}
            <Typography>
              <div dangerouslySetInnerHTML={{ __html: html }} />
            </Typography>
            <Text size="xs" c="dimmed" mt="xl">
              Version {version}
            </Text>
          </>
        )
      }
    </QueryView>
  );
}
