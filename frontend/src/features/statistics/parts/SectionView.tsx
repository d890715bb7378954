import { Alert, Stack, Text, Title } from "@mantine/core";
import { IconCircleCheck } from "@tabler/icons-react";
import type { ReactNode } from "react";

import { ScopeLine } from "@/components/ScopeLine";
import { wordOf } from "@/kinds/words";

import type { Figure, Section } from "../shape";
import { FigureTile } from "./FigureTile";
import classes from "./parts.module.css";
import { SectionPlot } from "./SectionPlot";
import { SectionTable } from "./SectionTable";

/** Parts shown together under a heading, by the names in the report. */
export interface Group {
  readonly title: string;
  readonly what?: ReactNode;
  readonly figures?: readonly string[];
  readonly plots?: readonly string[];
  readonly tables?: readonly string[];
  /** Whether it is closed at first, since few read it. */
  readonly isFolded?: boolean;
  /** What a page draws itself, below the others. */
  readonly children?: ReactNode;
}

/** Notes that warn of nothing. */
const GOOD_NEWS: ReadonlySet<string> = new Set(["finished"]);

interface SectionViewProps {
  readonly section: Section;
  readonly groups?: readonly Group[];
  /** A plot or table that a page draws in its own way; undefined leaves it to be drawn as usual. */
  readonly draw?: (name: string) => ReactNode;
}

/**
 * A section of a report: its groups in their order, and all that no group names at the end. Names
 * that the report doesn't have are left out. With no groups, everything is in the report's order.
 */
export function SectionView({ section, groups = [], draw }: SectionViewProps) {
  const named = new Set(
    groups.flatMap(({ figures = [], plots = [], tables = [] }) => [
      ...figures,
      ...plots,
      ...tables,
    ]),
  );
  const rest: Group = {
    title: groups.length === 0 ? "" : "Further numbers",
    figures: section.figures.map(({ name }) => name).filter((name) => !named.has(name)),
    plots: section.plots.map(({ name }) => name).filter((name) => !named.has(name)),
    tables: section.tables.map(({ name }) => name).filter((name) => !named.has(name)),
  };
  return (
    <Stack gap="xl">
      {section.scope.length > 0 && <ScopeLine words={section.scope.join(" ")} />}
      <Notes section={section} notes={section.notes.filter((note) => !GOOD_NEWS.has(note))} />
      <Notes section={section} notes={section.notes.filter((note) => GOOD_NEWS.has(note))} isGood />
      {[...groups, rest].map((group) => (
        <GroupView key={group.title} section={section} group={group} draw={draw} />
      ))}
    </Stack>
  );
}

interface NotesProps {
  readonly section: Section;
  readonly notes: readonly string[];
  readonly isGood?: boolean;
}

function Notes({ section, notes, isGood = false }: NotesProps) {
  if (notes.length === 0) return null;
  return (
    <Alert
      color={isGood ? "plumb" : "amber"}
      icon={isGood ? <IconCircleCheck aria-hidden /> : undefined}
      aria-label={isGood ? "Good news" : "Remarks"}
    >
      {notes.map((note) => {
        const { label, explanation } = wordOf(section.name, note);
        return (
          <Text key={note} size="sm">
            {explanation ?? label}
          </Text>
        );
      })}
    </Alert>
  );
}

interface GroupViewProps {
  readonly section: Section;
  readonly group: Group;
  readonly draw: ((name: string) => ReactNode) | undefined;
}

function GroupView({ section, group, draw }: GroupViewProps) {
  const heading = idOf(section.name, group.title);
  const gap = sharedGap(pick(section.figures, group.figures));
  const figures = pick(section.figures, group.figures);
  const plots = pick(section.plots, group.plots);
  const tables = pick(section.tables, group.tables);
  const isEmpty = figures.length + plots.length + tables.length === 0;
  if (isEmpty && group.children === undefined) return null;
  const content = (
    <>
      {group.what !== undefined && (
        <Text c="dimmed" size="sm" maw={720} mb="sm" component="div">
          {group.what}
        </Text>
      )}
      <Stack gap="lg">
        {figures.length > 0 && (
          <ul className={classes.tiles}>
            {figures.map((figure) => (
              <li key={figure.name}>
                <FigureTile
                  section={section.name}
                  figure={figure}
                  isGapSaid={gap !== null && figure.no_interval?.reason === gap}
                />
              </li>
            ))}
          </ul>
        )}
        {gap !== null && (
          <Text size="sm" c="dimmed">
            Where there is no 95% interval: {gap}
          </Text>
        )}
        {plots.map((plot) => (
          <div key={plot.name}>
            {draw?.(plot.name) ?? <SectionPlot section={section.name} plot={plot} />}
          </div>
        ))}
        {tables.map((table) => (
          <div key={table.name}>
            {draw?.(table.name) ?? <SectionTable section={section.name} table={table} />}
          </div>
        ))}
        {group.children}
      </Stack>
    </>
  );
  const title = group.title !== "" && (
    <Title order={2} id={heading} mb={group.what === undefined ? "sm" : 4}>
      {group.title}
    </Title>
  );
  return (
    <section aria-labelledby={group.title === "" ? undefined : heading}>
      {group.isFolded === true ? (
        <details className={classes.fold}>
          <summary>{title}</summary>
          {content}
        </details>
      ) : (
        <>
          {title}
          {content}
        </>
      )}
    </section>
  );
}

/** A group's address on its page, which links keep. */
function idOf(section: string, title: string): string {
  const words = title.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return [section.replaceAll("_", "-"), ...words].join("-");
}

/** The reason for a missing interval that several figures share; it is said once, below them. */
function sharedGap(figures: readonly Figure[]): string | null {
  const reasons = figures.flatMap(({ missing, no_interval: gap }) =>
    missing === null && gap != null ? [gap.reason] : [],
  );
  return reasons.find((reason, index) => reasons.indexOf(reason) !== index) ?? null;
}

/** Those of a list that are named, in the order of the names. */
function pick<Named extends { readonly name: string }>(
  all: readonly Named[],
  names: readonly string[] = [],
): Named[] {
  return names.flatMap((name) => all.filter((each) => each.name === name));
}
