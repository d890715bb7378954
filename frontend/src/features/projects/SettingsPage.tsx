import { Code, Stack, Tabs } from "@mantine/core";
import { useCallback, useState } from "react";

import { useProject } from "@/api/useProject";
import { formatDate } from "@/components/format";
import { PageHeader } from "@/components/PageHeader";
import { SavedTogether } from "@/components/SavedTogether";
import { useDocumentTitle } from "@/components/useDocumentTitle";
import { useListParams } from "@/components/useListParams";
import { KINDS } from "@/kinds/kinds";
import { useKind } from "@/kinds/useKind";

import { ConductSettings } from "./ConductSettings";
import { DeletedParts } from "./DeletedParts";
import { GeneralSettings } from "./GeneralSettings";
import { QueueSettings } from "./QueueSettings";
import { RevisionSettings } from "./RevisionSettings";
import { SplitDraw } from "./SplitDraw";
import { SplitOverlaps } from "./SplitOverlaps";
import { StandingSettings } from "./StandingSettings";

const NAMES = ["tab"] as const;

/** What a lead may change about a project. */
export default function SettingsPage() {
  const project = useProject();
  const { Settings: OwnSettings, settingsTab } = useKind(project.kind);
  useDocumentTitle("Settings", project.title);
  const { filters, setFilter } = useListParams(NAMES);
  const tabs = [
    { name: "general", label: "General", content: <GeneralSettings project={project} /> },
    {
      name: "work",
      label: "Work",
      content: (
        <>
          <ConductSettings project={project} />
          <RevisionSettings project={project} />
        </>
      ),
    },
    {
      name: "queue",
      label: "Queue",
      content: (
        <>
          <QueueSettings project={project} />
          <SplitOverlaps slug={project.slug} />
        </>
      ),
    },
    { name: "splits", label: "Splits", content: <SplitDraw slug={project.slug} /> },
    { name: "kind", label: settingsTab, content: <OwnSettings project={project} /> },
    {
      name: "standing",
      label: "Pause or delete",
      content: (
        <>
          <StandingSettings project={project} />
          <DeletedParts slug={project.slug} />
        </>
      ),
    },
  ];
  // The address follows: a form on another tab has to be on screen before it gets the focus.
  const [opened, setOpened] = useState(filters.tab);
  const shown = tabs.find(({ name }) => name === opened)?.name ?? "general";
  const show = useCallback(
    (tab: string | null) => {
      setOpened(tab ?? "");
      setFilter("tab", tab === "general" ? "" : (tab ?? ""));
    },
    [setFilter],
  );
  const showForm = useCallback(
    (form: HTMLFormElement) =>
      show(form.closest<HTMLElement>("[data-settings]")?.dataset.settings ?? null),
    [show],
  );

  return (
    <>
      <PageHeader title="Settings">
        {KINDS[project.kind].name} project <Code>{project.slug}</Code>, created on{" "}
        {formatDate(project.created_at)}.
      </PageHeader>
      <SavedTogether what="the settings" done="The settings are saved." onShow={showForm}>
        {/* What was typed on one tab stays, and in the bar, while another is looked at. */}
        <Tabs value={shown} onChange={show} keepMountedMode="display-none">
          <Tabs.List mb="lg" aria-label="Settings">
            {tabs.map(({ name, label }) => (
              <Tabs.Tab key={name} value={name}>
                {label}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {tabs.map(({ name, content }) => (
            <Tabs.Panel key={name} value={name} data-settings={name}>
              <Stack gap="lg">{content}</Stack>
            </Tabs.Panel>
          ))}
        </Tabs>
      </SavedTogether>
    </>
  );
}
