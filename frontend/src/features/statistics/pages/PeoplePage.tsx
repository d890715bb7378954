import { Stack } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useSearchParams } from "react-router";

import { projectQuery } from "@/api/projects";

import { useReportPlace } from "../parts/ReportContext";
import { SectionPlot } from "../parts/SectionPlot";
import { SectionTable } from "../parts/SectionTable";
import { type Group, SectionView } from "../parts/SectionView";
import type { Section, StatisticsPageProps } from "../shape";
import { AnnotatorPanel } from "./people/AnnotatorPanel";
import { AnnotatorTable, NARROW } from "./people/AnnotatorTable";
import { useAnnotators } from "./people/useAnnotators";
import { usePanelAddress } from "./people/usePanelAddress";

const AGREEMENT = ["agree_quality", "agree_null", "agree_long", "agree_short", "rouge_l"];
const RATES = ["null", "bad"];
const SPEED = ["quick", "slow"];

/** Who needs help? Everybody with their signals, then all against the limits for what they did. */
export default function PeoplePage({ sections }: StatisticsPageProps) {
  return (
    <Stack gap="xl">
      {sections.map((section) => (
        <People key={section.name} section={section} />
      ))}
    </Stack>
  );
}

function People({ section }: { readonly section: Section }) {
  const place = useReportPlace();
  const [query] = useSearchParams();
  const { nameOf } = useAnnotators();
  const isRandom = useQuery(projectQuery(place.slug)).data?.queue_order === "random";
  const chosen = Number(query.get("annotator"));
  const addressOf = usePanelAddress();
  const isNarrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false });
  const draw = (name: string): ReactNode => {
    const plot = section.plots.find((each) => each.name === name);
    if (plot !== undefined) {
      return (
        <SectionPlot
          section={section.name}
          plot={plot}
          labels={{ key: nameOf }}
          addressOf={(point) => addressOf(point.key)}
        />
      );
    }
    const table = section.tables.find((each) => each.name === name);
    return table === undefined ? undefined : (
      <SectionTable section={section.name} table={table} nameOf={nameOf} />
    );
  };
  const withoutPeople = {
    ...section,
    tables: section.tables.filter(({ name }) => name !== "annotators"),
  };
  return (
    <Stack gap="xl">
      {chosen > 0 && <AnnotatorPanel key={chosen} annotator={chosen} />}
      <AnnotatorTable section={section} />
      <SectionView
        section={withoutPeople}
        groups={groupsOf(section, isRandom, isNarrow)}
        draw={draw}
      />
    </Stack>
  );
}

/**
 * The groups of a section; `isRandom` says that the project hands out examples at random. A narrow
 * window has each plot below the others, so that all are closed.
 */
function groupsOf(section: Section, isRandom: boolean, isNarrow: boolean): Group[] {
  const both = (names: readonly string[]) => {
    const there = names.filter((name) => section.plots.some((plot) => plot.name === name));
    return { figures: there, plots: there };
  };
  return [
    {
      title: "In short",
      figures: ["annotators", "to_look_at", "noticed_after"],
    },
    {
      title: "Agreement with the others",
      what: "Each annotation compared with the others of its example.",
      isFolded: isNarrow,
      ...both(AGREEMENT),
    },
    {
      title: "No answers and bad questions",
      isFolded: true,
      what: isRandom
        ? "Examples are handed out at random, so these shares differ little between people who work the same way."
        : "Examples are handed out in an order that isn’t random, so these shares may also differ because the questions do.",
      ...both(RATES),
    },
    {
      title: "Pace",
      isFolded: true,
      what: "Compared with annotations that took the same steps. Everybody has their own pace, which varies by the day. Look closer when somebody becomes quicker or slower than before, or takes half of everybody’s time.",
      ...both(SPEED),
    },
    {
      title: "All signals as a table",
      isFolded: true,
      tables: ["signals"],
    },
  ];
}
