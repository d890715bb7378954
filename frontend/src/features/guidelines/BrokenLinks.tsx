import { Alert, List } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";

import { brokenLinksQuery } from "@/api/guidance";

/** Warns of pictures and FAQ entries in a text that are not there. Saving stays possible. */
export function BrokenLinks({ slug, markdown }: { slug: string; markdown: string }) {
  const { data } = useQuery(brokenLinksQuery(slug, markdown));
  if (data === undefined || data.broken.length === 0) return null;
  return (
    <Alert color="amber" title="Some links are broken" role="status">
      <List size="sm">
        {data.broken.map(({ line, target, problem }) => (
          <List.Item key={`${line} ${target}`}>
            Line {line}, <code>{target}</code>: {problem}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}
