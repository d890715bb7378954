import type { Annotator } from "@/api/types";
import { useProject } from "@/api/useProject";
import { ControlAgreement } from "@/components/ControlAgreement";
import { formatValue } from "@/components/figures/values";
import { formatCount, formatDuration } from "@/components/format";
import { RelativeTime } from "@/components/RelativeTime";
import { useKind } from "@/kinds/useKind";
import { wordOf } from "@/kinds/words";

import type { Table as ReportTable } from "../../shape";
import { Name, Signals } from "./AnnotatorCells";
import type { PeopleColumn } from "./annotatorRows";
import { GoldAgreement } from "./GoldAgreement";
import { describeSince } from "./signals";

/** What the list of annotators says anew, or what has a place of its own. */
const SAID_ELSEWHERE: ReadonlySet<string> = new Set([
  "annotator",
  "annotations",
  "null",
  "bad",
  "seconds",
  "reasons",
]);

const DONE: PeopleColumn[] = [
  {
    key: "seconds",
    header: "Median time",
    sort: "seconds",
    width: 125,
    align: "right",
    values: [
      { header: "Median time (s)", of: ({ annotator }) => annotator?.seconds_median ?? null },
    ],
    render: ({ annotator }) => formatDuration(annotator?.seconds_median ?? null),
  },
  {
    key: "last",
    header: "Last submitted",
    sort: "last",
    width: 140,
    align: "right",
    values: [{ header: "Last submitted", of: ({ annotator }) => annotator?.last_at ?? null }],
    render: ({ annotator }) =>
      annotator?.last_at == null ? "–" : <RelativeTime at={annotator.last_at} />,
  },
];

/** Agreement with its number and interval, for a file. */
function agreementValues(
  name: string,
  of: (annotator: Annotator | undefined) => {
    readonly agreed: number;
    readonly low: number | null;
    readonly high: number | null;
    readonly number: number;
  } | null,
): PeopleColumn["values"] {
  return [
    { header: name, of: ({ annotator }) => of(annotator)?.agreed ?? null },
    { header: `${name}: low`, of: ({ annotator }) => of(annotator)?.low ?? null },
    { header: `${name}: high`, of: ({ annotator }) => of(annotator)?.high ?? null },
    { header: `${name}: number`, of: ({ annotator }) => of(annotator)?.number ?? null },
  ];
}

const CONTROLS: PeopleColumn = {
  key: "controls",
  header: "Controls",
  sort: "controls",
  width: 140,
  align: "right",
  values: agreementValues("Controls", (annotator) => {
    const found = annotator?.controls ?? null;
    return found && { ...found, number: found.answered };
  }),
  render: ({ annotator }) => <ControlAgreement result={annotator?.controls} of="control" />,
};

const ON_DEMAND: PeopleColumn[] = [
  {
    key: "open",
    header: "Open",
    sort: "open",
    width: 90,
    align: "right",
    isExtra: true,
    values: [{ header: "Open", of: ({ annotator }) => annotator?.open ?? null }],
    render: ({ annotator }) => (annotator === undefined ? "–" : formatCount(annotator.open)),
  },
  {
    key: "gold",
    header: "Agrees with decisions",
    sort: "gold",
    width: 190,
    align: "right",
    isExtra: true,
    values: agreementValues("Agrees with decisions", (annotator) => {
      const found = annotator?.gold ?? null;
      return found && { ...found, agreed: found.value, number: found.examples };
    }),
    render: ({ annotator }) => <GoldAgreement gold={annotator?.gold} />,
  },
];

/** The report's columns that the others don't say. */
function furtherColumns(report: ReportTable | undefined): PeopleColumn[] {
  return (report?.columns ?? []).flatMap(({ name, unit }, index) => {
    if (SAID_ELSEWHERE.has(name)) return [];
    const { label } = wordOf("people", name);
    const column: PeopleColumn = {
      key: `report-${name}`,
      header: label,
      sort: `report-${name}`,
      width: 170,
      align: "right",
      isExtra: true,
      values: [{ header: label, of: ({ reported }) => reported[index] ?? null }],
      render: ({ reported }) => {
        const cell = reported[index] ?? null;
        return typeof cell === "string" ? cell : formatValue(cell, unit);
      },
    };
    return [column];
  });
}

interface Columns {
  readonly report: ReportTable | undefined;
  readonly hasControls: boolean;
  /** Whether the report can say that somebody has no signal. */
  readonly isJudged: boolean;
  readonly addressOf: (key: string) => string;
}

/** What can be shown of annotators, in its order. */
export function useAnnotatorColumns(options: Columns): PeopleColumn[] {
  const { report, hasControls, isJudged, addressOf } = options;
  const { kind } = useProject();
  const { annotatorColumns } = useKind(kind);
  return [
    {
      key: "signal",
      header: "Signal",
      isFixed: true,
      width: 270,
      values: [{ header: "Signal", of: ({ signals }) => signals.map(describeSince).join(" ") }],
      render: (row) => <Signals row={row} isKnown={isJudged} to={addressOf(row.key)} />,
    },
    {
      key: "name",
      header: "Annotator",
      sort: "name",
      isFixed: true,
      values: [
        { header: "Annotator", of: ({ name }) => name },
        { header: "Annotator (key)", of: ({ key }) => key },
      ],
      render: (row) => <Name row={row} to={addressOf(row.key)} />,
    },
    {
      key: "submitted",
      header: "Submitted",
      sort: "submitted",
      width: 115,
      align: "right",
      values: [{ header: "Submitted", of: ({ annotator }) => annotator?.submitted ?? null }],
      render: ({ annotator }) => (annotator === undefined ? "–" : formatCount(annotator.submitted)),
    },
    ...annotatorColumns.map(({ render, values, ...column }): PeopleColumn => ({
      ...column,
      sort: column.key,
      width: 130,
      values: values.map(({ header, of }) => ({
        header,
        of: ({ annotator }) => (annotator === undefined ? null : of(annotator)),
      })),
      render: ({ annotator }) => (annotator === undefined ? "–" : render(annotator)),
    })),
    ...DONE,
    { ...CONTROLS, isExtra: !hasControls },
    ...ON_DEMAND,
    ...furtherColumns(report),
  ];
}
