import { Anchor, Badge, Group, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { exampleHistoryQuery, lifeAddress } from "@/api/history";
import type { Annotation, ExampleHistory, HistoryEvent } from "@/api/types";

import type { Describes } from "./answerSummary";
import { AnswerVersionsDialog, describeOrigin } from "./AnswerVersions";
import classes from "./ExampleTimeline.module.css";
import { count } from "./format";
import { QueryView } from "./QueryView";
import { RelativeTime } from "./RelativeTime";

interface Entry {
  readonly key: string;
  readonly at: string;
  readonly event: HistoryEvent | null;
  readonly annotation: Annotation | null;
  /** How often somebody saved a draft, the last time `at`. */
  readonly draft: ExampleHistory["drafts"][number] | null;
}

/** An example's whole life, from its import on. */
export function ExampleTimeline({
  slug,
  example,
  describe,
}: Describes & { slug: string; example: number }) {
  const history = useQuery(exampleHistoryQuery(slug, example));
  const [compared, setCompared] = useState<number | null>(null);
  return (
    <QueryView query={history}>
      {(found) => (
        <>
          <ol className={classes.timeline} aria-label="History">
            {entriesOf(found).map((entry) => (
              <TimelineEntry
                key={entry.key}
                entry={entry}
                describe={describe}
                onCompare={setCompared}
              />
            ))}
          </ol>
          <Anchor href={lifeAddress(slug, example)} download size="sm" className={classes.download}>
            Download everything
          </Anchor>
          <AnswerVersionsDialog
            slug={slug}
            annotation={compared}
            describe={describe}
            onClose={() => setCompared(null)}
          />
        </>
      )}
    </QueryView>
  );
}

/**
 * Events with their answers, and drafts at the time of their last save; imported answers come
 * first.
 */
export function entriesOf({ events, annotations, drafts }: ExampleHistory): Entry[] {
  const byId = new Map(annotations.map((annotation) => [String(annotation.id), annotation]));
  const ofNobody = annotations
    .filter(({ source }) => source !== "human")
    .map((annotation) => ({
      key: `annotation-${annotation.id}`,
      at: annotation.created_at,
      event: null,
      annotation,
      draft: null,
    }));
  const told: Entry[] = events.map((event) => ({
    key: `event-${event.id}`,
    at: event.at,
    event,
    annotation: bringsAnswer(event) ? (byId.get(event.subject_id) ?? null) : null,
    draft: null,
  }));
  for (const draft of drafts) putInOrder(told, draft);
  return [...ofNobody, ...told];
}

function putInOrder(told: Entry[], draft: ExampleHistory["drafts"][number]): void {
  const { assignment, saved_at: at } = draft;
  const later = told.findIndex((entry) => Date.parse(entry.at) > Date.parse(at));
  const entry = { key: `draft-${assignment}`, at, event: null, annotation: null, draft };
  told.splice(later === -1 ? told.length : later, 0, entry);
}

function bringsAnswer({ subject, verb }: HistoryEvent): boolean {
  return subject === "annotation" && (verb === "submitted" || verb === "revised");
}

function describeSaves(saves: number): string {
  return saves === 1 ? "saved the draft once" : `saved the draft ${count(saves, "time")}, last`;
}

/** Who did what; of a lead who changed an answer, whose. */
function describeWithOwner(event: HistoryEvent, annotation: Annotation | null): string {
  const by = annotation?.revised_by ?? null;
  if (annotation === null || by === null || by === annotation.annotator) return event.sentence;
  return `changed the answer of ${annotation.annotator}`;
}

function describeEntry({ event, annotation, draft }: Entry): { who: string | null; what: string } {
  if (event !== null) return { who: event.actor, what: describeWithOwner(event, annotation) };
  if (draft !== null) return { who: draft.annotator, what: describeSaves(draft.saves) };
  return {
    who: annotation?.annotator ?? null,
    what:
      annotation?.source === "simulated"
        ? "answered, in a simulation"
        : "answered, in the imported file",
  };
}

function TimelineEntry({
  entry,
  describe,
  onCompare,
}: Describes & {
  entry: Entry;
  onCompare: (annotation: number) => void;
}) {
  const { at, event, annotation } = entry;
  const said = event?.said ?? "";
  return (
    <li className={classes.event} data-answer={annotation !== null || undefined}>
      <Line at={at} {...describeEntry(entry)} />
      {said !== "" && (
        <Text size="sm" className={classes.said}>
          “{said}”
        </Text>
      )}
      {annotation !== null && (
        <AnswerOf annotation={annotation} describe={describe} onCompare={onCompare} />
      )}
    </li>
  );
}

function Line({ at, who, what }: { at: string; who: string | null; what: string }) {
  return (
    <>
      <Text size="sm">
        {who !== null && (
          <Text span size="sm" fw={600}>
            {who}{" "}
          </Text>
        )}
        {who === null ? what.charAt(0).toUpperCase() + what.slice(1) : what}
      </Text>
      <Text size="xs" c="dimmed" component="div">
        <RelativeTime at={at} />
      </Text>
    </>
  );
}

function AnswerOf({
  annotation,
  describe,
  onCompare,
}: Describes & {
  annotation: Annotation;
  onCompare: (annotation: number) => void;
}) {
  const { long, short } = describe(annotation);
  return (
    <div className={classes.answer}>
      <Group gap={6} justify="space-between" wrap="nowrap" align="flex-start">
        <Text size="sm" lineClamp={2}>
          {long}
          {short !== "" && `: ${short}`}
        </Text>
        {annotation.is_late && <Badge color="amber">late</Badge>}
      </Group>
      <Text size="xs" c="dimmed">
        {describeOrigin(annotation)}
      </Text>
      {annotation.revision_of !== null && (
        <Anchor
          component="button"
          type="button"
          size="xs"
          ta="left"
          onClick={() => onCompare(annotation.id)}
        >
          Compare with the answer before
        </Anchor>
      )}
    </div>
  );
}
