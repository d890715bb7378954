import { Anchor, Badge, Group, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { exampleHistoryQuery, lifeAddress } from "@/api/history";
import type { Annotation, ExampleHistory, HistoryEvent } from "@/api/types";

import { AnswerVersionsDialog, describeOrigin } from "./AnswerVersions";
import { describeAnswer } from "./describeAnswer";
import { describeEvent, eventText } from "./describeEvent";
import classes from "./ExampleTimeline.module.css";
import { count } from "./format";
import { QueryView } from "./QueryView";
import { RelativeTime } from "./RelativeTime";

interface Entry {
  readonly key: string;
  readonly at: string;
  readonly event: HistoryEvent | null;
  readonly annotation: Annotation | null;
}

/** An example's whole life, from its import on. */
export function ExampleTimeline({ slug, example }: { slug: string; example: number }) {
  const history = useQuery(exampleHistoryQuery(slug, example));
  const [compared, setCompared] = useState<number | null>(null);
  return (
    <QueryView query={history}>
      {(found) => (
        <>
          <ol className={classes.timeline} aria-label="History">
            {entriesOf(found).map((entry) => (
              <TimelineEntry key={entry.key} entry={entry} onCompare={setCompared} />
            ))}
            {found.drafts.map(({ assignment, annotator, saves, saved_at: at }) => (
              <li key={`draft-${assignment}`} className={classes.event}>
                <Line at={at} who={annotator} what={describeSaves(saves)} />
              </li>
            ))}
          </ol>
          <Anchor href={lifeAddress(slug, example)} download size="sm" className={classes.download}>
            Download all of it
          </Anchor>
          <AnswerVersionsDialog
            slug={slug}
            annotation={compared}
            onClose={() => {
              setCompared(null);
            }}
          />
        </>
      )}
    </QueryView>
  );
}

/** Events with the answers they brought; those of nobody here come when they were made. */
export function entriesOf({ events, annotations }: ExampleHistory): Entry[] {
  const byId = new Map(annotations.map((annotation) => [String(annotation.id), annotation]));
  const ofNobody = annotations
    .filter(({ source }) => source !== "human")
    .map((annotation) => ({
      key: `annotation-${annotation.id}`,
      at: annotation.created_at,
      event: null,
      annotation,
    }));
  const told = events.map((event) => ({
    key: `event-${event.id}`,
    at: event.at,
    event,
    annotation: bringsAnswer(event) ? (byId.get(event.subject_id) ?? null) : null,
  }));
  return [...ofNobody, ...told];
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
  if (annotation === null || by === null || by === annotation.annotator)
    return describeEvent(event);
  return `changed the answer of ${annotation.annotator}`;
}

function TimelineEntry({
  entry,
  onCompare,
}: {
  entry: Entry;
  onCompare: (annotation: number) => void;
}) {
  const { at, event, annotation } = entry;
  const said = event === null ? "" : eventText(event);
  return (
    <li className={classes.event} data-answer={annotation !== null || undefined}>
      {event === null ? (
        <Line
          at={at}
          who={annotation?.annotator ?? null}
          what={
            annotation?.source === "simulated"
              ? "answered, in a simulation"
              : "answered, in the imported file"
          }
        />
      ) : (
        <Line at={at} who={event.actor} what={describeWithOwner(event, annotation)} />
      )}
      {said !== "" && (
        <Text size="sm" className={classes.said}>
          “{said}”
        </Text>
      )}
      {annotation !== null && <AnswerOf annotation={annotation} onCompare={onCompare} />}
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
  onCompare,
}: {
  annotation: Annotation;
  onCompare: (annotation: number) => void;
}) {
  const { long, short } = describeAnswer(annotation);
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
          onClick={() => {
            onCompare(annotation.id);
          }}
        >
          Compare with the answer before
        </Anchor>
      )}
    </div>
  );
}
