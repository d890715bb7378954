import { Anchor, List, Text } from "@mantine/core";

import type { VisitedPage } from "@/api/types";
import { isWebAddress } from "@/components/webAddress";

import { Section } from "./Section";

/** The pages that were visited when the question was disambiguated. */
export function VisitedPages({ pages }: { pages: readonly VisitedPage[] }) {
  return (
    <Section title="Pages">
      <List size="sm" spacing={4}>
        {pages.map(({ number, title, url }) => (
          <List.Item key={number}>
            {isWebAddress(url) ? (
              <Anchor href={url} target="_blank" rel="noreferrer" size="sm">
                {title}
              </Anchor>
            ) : (
              <Text span size="sm">
                {title}
              </Text>
            )}
          </List.Item>
        ))}
      </List>
    </Section>
  );
}
