import { Anchor, Badge, Card, Group, List, Stack, Text, Title } from "@mantine/core";
import { Link } from "react-router";

import type { ThreadDetail } from "@/api/guidance";
import type { VisitedPage } from "@/api/types";
import { Spoiler } from "@/components/Spoiler";
import { useShownPieces } from "@/components/useShownPieces";

import classes from "./Thread.module.css";

/** In pixels, of the smallest text. */
const TWO_LINES = 35;

type Draft = NonNullable<ThreadDetail["draft"]>;

/** What the asker had before them, and had written when they parked. */
export function AskedAbout({ slug, thread }: { slug: string; thread: ThreadDetail }) {
  const { disambiguations, pages, page_title: pageTitle, draft } = thread;
  return (
    <Stack>
      <Card component="section" aria-label="The example">
        <Group justify="space-between" mb="sm">
          <Title order={2} size="h4">
            The example
          </Title>
          <Anchor component={Link} to={`/projects/${slug}/examples/${thread.example}`} size="sm">
            Open it
          </Anchor>
        </Group>
        <Stack gap="sm">
          {disambiguations.map(({ question, short_answers: answers, context }) => (
            <div key={question}>
              <Text size="sm" fw={550}>
                {question}
              </Text>
              <Text size="sm" c="dimmed">
                {answers.join(" · ")}
              </Text>
              {context !== null && (
                <Spoiler maxHeight={TWO_LINES} showLabel="More" hideLabel="Less">
                  <Text size="xs" c="dimmed" className={classes.text}>
                    {context}
                  </Text>
                </Spoiler>
              )}
            </div>
          ))}
          <Text size="sm" c="dimmed">
            {pageTitle === "" ? "Pages: " : "Page: "}
            {pageTitle === "" ? pages.map(({ title }) => title).join(", ") || "none" : pageTitle}
          </Text>
        </Stack>
      </Card>
      <Card component="section" aria-label="Their answer so far">
        <Title order={2} size="h4" mb="sm">
          Their answer so far
        </Title>
        {draft === null ? (
          <Text size="sm" c="dimmed">
            Parked before anything was answered.
          </Text>
        ) : (
          <DraftText draft={draft} pages={pages} />
        )}
      </Card>
    </Stack>
  );
}

function DraftText({ draft, pages }: { draft: Draft; pages: readonly VisitedPage[] }) {
  const { read, unseenPages } = useShownPieces(pages, draft.knowledge);
  return (
    <Stack gap="sm">
      {draft.question_quality !== null && (
        <Badge color="gray">
          {draft.question_quality === "bad" ? "Bad question" : "Good question"}
        </Badge>
      )}
      {[draft.long_answer, draft.long_form_answer]
        .filter((text) => text !== "")
        .map((text) => (
          <Text key={text} size="sm" className={classes.text}>
            {text}
          </Text>
        ))}
      {draft.short_answers.length > 0 && (
        <Text size="sm">
          {draft.short_answers.length === 1 ? "Short answer" : "Short answers"}:{" "}
          {draft.short_answers.join(" · ")}
        </Text>
      )}
      {draft.yes_no_answer !== "NONE" && (
        <Text size="sm">Answer: {draft.yes_no_answer === "YES" ? "Yes" : "No"}</Text>
      )}
      {draft.knowledge.length > 0 && (
        <List size="sm" aria-label="Knowledge">
          {draft.knowledge.map((piece, index) => (
            <List.Item key={index}>
              {read(piece)}{" "}
              {piece.page_title && <Text span c="dimmed">{`(${piece.page_title})`}</Text>}
            </List.Item>
          ))}
        </List>
      )}
      {draft.concern !== "" && <Text size="sm">Concern: {draft.concern}</Text>}
      {unseenPages}
    </Stack>
  );
}
