import { Stack } from "@mantine/core";
import type { ReactNode } from "react";

import type { Section, StatisticsPageProps } from "../shape";
import { type Group, SectionView } from "./SectionView";

interface SectionsProps extends StatisticsPageProps {
  /** The same for every section, or those of each. */
  readonly groups?: readonly Group[] | ((section: Section) => readonly Group[]);
  /** A plot or table that a page draws in its own way; undefined leaves it to be drawn as usual. */
  readonly draw?: (section: Section, name: string) => ReactNode;
}

/**
 * A page's sections, one below the other. A page of its own is a default export:
 *
 * export default function AgreementPage({ sections }: StatisticsPageProps) { return <Sections
 * sections={sections} groups={[{ title: "Long answers", figures: ["alpha_long"] }]} />; }
 */
export function Sections({ sections, groups = [], draw }: SectionsProps) {
  return (
    <Stack gap="xl">
      {sections.map((section) => (
        <SectionView
          key={section.name}
          section={section}
          groups={typeof groups === "function" ? groups(section) : groups}
          draw={(name) => draw?.(section, name)}
        />
      ))}
    </Stack>
  );
}
