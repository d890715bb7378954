import { Anchor, Group, Stack, Text } from "@mantine/core";
import { Link } from "react-router";

import { formatCount, formatDuration } from "@/components/format";
import { LinkButton } from "@/components/LinkButton";
import { wordOf } from "@/kinds/words";

import type { PeopleColumn, Row } from "./annotatorRows";
import classes from "./AnnotatorTable.module.css";
import { describeSince } from "./signals";

interface CellProps {
  readonly row: Row;
  /** Where their panel is. */
  readonly to: string;
}

/** What somebody is called, here and elsewhere. */
export function Name({ row: { name, annotator }, to }: CellProps) {
  const aliases =
    annotator === undefined
      ? []
      : [annotator.username === name ? null : annotator.username, annotator.pseudonym].filter(
          (part) => part !== null,
        );
  return (
    <Stack gap={0} align="flex-start">
      <Anchor component={Link} size="sm" fw={500} to={to}>
        {name}
      </Anchor>
      {aliases.length > 0 && (
        <Text size="xs" c="dimmed">
          {aliases.join(" · ")}
        </Text>
      )}
    </Stack>
  );
}

/** In how far somebody differs from the others; `isKnown`: whether the report can say. */
export function Signals({ row, to, isKnown }: CellProps & { readonly isKnown: boolean }) {
  const { signals, name } = row;
  if (signals.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {isKnown ? "None" : "–"}
      </Text>
    );
  }
  return (
    <Stack gap={6} align="flex-start">
      {signals.map((signal) => (
        <Text size="sm" key={`${signal.measure}${String(signal.upwards)}`}>
          {describeSince(signal)}
        </Text>
      ))}
      <LookButton name={name} to={to} />
    </Stack>
  );
}

function LookButton({ name, to }: { readonly name: string; readonly to: string }) {
  return (
    <LinkButton
      to={to}
      variant="default"
      size="compact-sm"
      aria-label={`Look at examples of ${name}`}
    >
      Look at examples
    </LinkButton>
  );
}

interface CardProps extends CellProps {
  readonly columns: readonly PeopleColumn[];
}

/** Columns that a card has in its own way. */
const BESIDE: ReadonlySet<string> = new Set(["signal", "name"]);

/** Somebody on a narrow window: who, whether something is up, and the figures on demand. */
export function AnnotatorCard({ row, to, columns }: CardProps) {
  const { name, signals, annotator } = row;
  const figures = columns.filter(({ key }) => !BESIDE.has(key));
  const measures = [...new Set(signals.map(({ measure }) => wordOf("people", measure).label))];
  return (
    <Stack gap={4}>
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Anchor component={Link} size="sm" fw={500} to={to} style={{ overflowWrap: "anywhere" }}>
          {name}
        </Anchor>
        {annotator !== undefined && (
          <Text size="xs" c="dimmed" style={{ whiteSpace: "nowrap" }}>
            {formatCount(annotator.submitted)} · {formatDuration(annotator.seconds_median)}
          </Text>
        )}
      </Group>
      {signals.length > 0 && (
        <>
          <Text size="sm">{measures.join(" · ")}</Text>
          <Group>
            <LookButton name={name} to={to} />
          </Group>
        </>
      )}
      <details>
        <summary className={classes.more} aria-label={`Figures of ${name}`}>
          Figures
        </summary>
        {signals.map((signal) => (
          <Text size="sm" key={`${signal.measure}${String(signal.upwards)}`}>
            {describeSince(signal)}
          </Text>
        ))}
        <dl className={classes.figures}>
          {figures.map(({ key, header, render }) => (
            <div key={key}>
              <dt>{header}</dt>
              <dd>{render(row)}</dd>
            </div>
          ))}
        </dl>
      </details>
    </Stack>
  );
}
