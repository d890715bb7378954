import { Anchor, Badge, Card, Group, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";

import {
  type ContextPassage,
  type Side,
  PASSAGES_PER_PAGE,
  contextPassagesQuery,
} from "@/api/contextPassages";
import { count } from "@/components/format";
import { Pages } from "@/components/Pages";
import { QueryView } from "@/components/QueryView";

import { MarkedPassage } from "./MarkedPassage";
import classes from "./passages.module.css";

const TITLES: Record<Side, string> = { above: "Shown", below: "Not shown" };
const ORDERS: Record<Side, string> = {
  above: "The least similar first.",
  below: "The most similar first.",
};
const EMPTY: Record<Side, string> = {
  above: "No passage is above this threshold: annotators see none.",
  below: "Every passage that was found is above this threshold.",
};

/** Passages on one side of the threshold, the nearest to it first, in pages. */
export function PassageColumn({
  slug,
  threshold,
  side,
}: {
  slug: string;
  threshold: number;
  side: Side;
}) {
  const [chosen, setChosen] = useState({ threshold, page: 1 });
  const page = chosen.threshold === threshold ? chosen.page : 1;
  const query = useQuery(contextPassagesQuery(slug, threshold, side, page));
  const id = `passages-${side}`;
  return (
    <section aria-labelledby={id} className={classes.column}>
      <Title order={2} size="h3" id={id}>
        {TITLES[side]}
      </Title>
      <QueryView query={query}>
        {({ results, count: total }) => (
          <>
            <Text size="sm" c="dimmed" mb="sm">
              {total === 0 ? EMPTY[side] : `${count(total, "passage")}. ${ORDERS[side]}`}
            </Text>
            <Stack component="ol" gap="sm" className={classes.list}>
              {results.map((passage) => (
                <li key={passage.id}>
                  <Passage slug={slug} passage={passage} />
                </li>
              ))}
            </Stack>
            <Pages
              mt="md"
              size="sm"
              value={page}
              onChange={(next) => setChosen({ threshold, page: next })}
              count={total}
              perPage={PASSAGES_PER_PAGE}
            />
          </>
        )}
      </QueryView>
    </section>
  );
}

function Passage({ slug, passage }: { slug: string; passage: ContextPassage }) {
  return (
    <Card component="article" padding="md">
      <Group justify="space-between" align="flex-start" gap="sm" wrap="nowrap" mb={6}>
        <Text fw={600} size="sm" className={classes.question}>
          {passage.question}
        </Text>
        <Badge variant="light" tt="none" className={classes.similarity}>
          {passage.similarity.toFixed(3)}
        </Badge>
      </Group>
      <MarkedPassage text={passage.text} shortAnswers={passage.short_answers} />
      <Text size="xs" c="dimmed" mt={8} className={classes.question}>
        {passage.page_title} · of{" "}
        <Anchor
          component={Link}
          to={`/projects/${slug}/examples/${passage.example}`}
          inherit
          c="dimmed"
          underline="always"
        >
          {passage.ambiguous_question}
        </Anchor>
      </Text>
    </Card>
  );
}
