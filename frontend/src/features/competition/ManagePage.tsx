import { Alert, Anchor, Button, Group, Stack, Tabs, Text } from "@mantine/core";
import { IconTournament } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "react-router";

import {
  type Competition,
  competitionQuery,
  publishCompetition,
  writeCompetition,
} from "@/api/competitions";
import { queryKeys } from "@/api/queryKeys";
import { splitsQuery } from "@/api/splits";
import { useProject } from "@/api/useProject";
import { formatDateTime } from "@/components/format";
import { PageHeader } from "@/components/PageHeader";
import { QueryView } from "@/components/QueryView";
import { EmptyState } from "@/components/states";
import { useDocumentTitle } from "@/components/useDocumentTitle";
import { useListParams } from "@/components/useListParams";

import { CompetitionTexts } from "./CompetitionTexts";
import { Files } from "./Files";
import { Invitation } from "./Invitation";
import { PageEditor } from "./PageEditor";
import { Phases } from "./Phases";
import { ScoringAgain } from "./ScoringAgain";
import { TeamSubmissions } from "./TeamSubmissions";

/** Whether everybody may read the page, where, and for stewards the switch. */
function Publication({ competition }: { competition: Competition }) {
  const { project: slug, page_published_at: at, viewer } = competition;
  const queryClient = useQueryClient();
  const publish = useMutation({
    mutationFn: () => publishCompetition(slug, at === null),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeys.competition(slug) }),
  });
  const address = `/competitions/${slug}`;
  return (
    <Alert color={at === null ? "gray" : "plumb"} role="status" mb="lg">
      <Group justify="space-between">
        <Text size="sm" style={{ overflowWrap: "anywhere" }}>
          {at === null
            ? "Only participants and members of the project see the page: "
            : `Published ${formatDateTime(at)}. Everybody can read it: `}
          <Anchor component={Link} to={address} underline="always" inherit>
            {window.location.origin + address}
          </Anchor>
        </Text>
        {viewer.is_steward && (
          <Button
            size="xs"
            variant="default"
            loading={publish.isPending}
            onClick={() => publish.mutate()}
          >
            {at === null ? "Publish" : "Unpublish"}
          </Button>
        )}
      </Group>
    </Alert>
  );
}

const PARTS = [
  { value: "page", label: "Page" },
  { value: "phases", label: "Phases" },
  { value: "teams", label: "Teams", stewards: true },
  { value: "files", label: "Files" },
  { value: "scoring", label: "Score again", stewards: true },
];

function Part({ part, competition }: { part: string; competition: Competition }) {
  const { viewer } = competition;
  if (part === "phases") return <Phases competition={competition} />;
  if (part === "files") return <Files competition={competition} />;
  if (part === "scoring") return <ScoringAgain competition={competition} />;
  if (part === "teams") {
    return (
      <Stack gap="xl">
        <Invitation slug={competition.project} />
        <TeamSubmissions competition={competition} />
      </Stack>
    );
  }
  if (!viewer.is_steward) return <CompetitionTexts texts={competition} />;
  return <PageEditor competition={competition} />;
}

function Managed({ competition }: { competition: Competition }) {
  const { filters, setFilter } = useListParams(["part"] as const);
  const { is_steward: isSteward } = competition.viewer;
  const parts = PARTS.filter(({ stewards }) => isSteward || stewards !== true);
  const part = parts.find(({ value }) => value === filters.part)?.value ?? "page";
  return (
    <>
      <Publication competition={competition} />
      {!isSteward && (
        <Text size="sm" mb="lg">
          Only stewards of the hidden split change the competition. The{" "}
          <Anchor
            component={Link}
            to={`/projects/${competition.project}/members`}
            underline="always"
            inherit
          >
            Members page
          </Anchor>{" "}
          shows who they are.
        </Text>
      )}
      <Tabs
        value={part}
        keepMounted={false}
        onChange={(value) => {
          setFilter("part", value === "page" ? "" : (value ?? ""));
        }}
      >
        <Tabs.List mb="lg">
          {parts.map(({ value, label }) => (
            <Tabs.Tab key={value} value={value}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {parts.map(({ value }) => (
          <Tabs.Panel key={value} value={value}>
            <Part part={value} competition={competition} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </>
  );
}

/** Where a project has no competition yet: its stewards open one on the hidden split. */
function NotOpened({ slug }: { slug: string }) {
  const queryClient = useQueryClient();
  const splits = useQuery(splitsQuery(slug));
  const open = useMutation({
    mutationFn: () => writeCompetition(slug, {}),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeys.project(slug) }),
  });
  return (
    <QueryView query={splits}>
      {({ hidden, is_steward: isSteward }) => (
        <EmptyState
          icon={IconTournament}
          title="No competition yet"
          action={
            isSteward &&
            hidden !== "" && (
              <Button mt="xs" loading={open.isPending} onClick={() => open.mutate()}>
                Open a competition
              </Button>
            )
          }
        >
          {isSteward
            ? `Teams submit predictions for ${hidden || "the hidden split"}, and never see its answers. Nobody outside sees anything until you publish the page.`
            : "A steward of the hidden split opens it."}
        </EmptyState>
      )}
    </QueryView>
  );
}

function Existing({ slug }: { slug: string }) {
  const competition = useQuery(competitionQuery(slug));
  return <QueryView query={competition}>{(found) => <Managed competition={found} />}</QueryView>;
}

/** What stewards decide about a competition, and other leads see of it. */
export default function ManagePage() {
  const { slug, title, has_competition: exists } = useProject();
  useDocumentTitle("Competition", title);
  return (
    <>
      <PageHeader title="Competition">
        Teams submit predictions for the hidden split, in phases with rules that stewards set.
      </PageHeader>
      {exists ? <Existing slug={slug} /> : <NotOpened slug={slug} />}
    </>
  );
}
