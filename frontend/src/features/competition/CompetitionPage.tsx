import { Anchor, Badge, Box, Card, Group, Stack, Table, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, Suspense, lazy, useId } from "react";
import { Link, useParams } from "react-router";

import { type Competition, competitionQuery } from "@/api/competitions";
import { ApiError } from "@/api/errors";
import { count, formatCount } from "@/components/format";
import { LinkButton } from "@/components/LinkButton";
import { Logo } from "@/components/Logo";
import { NothingPublished } from "@/components/NothingPublished";
import { QueryView } from "@/components/QueryView";
import { useDocumentTitle } from "@/components/useDocumentTitle";

import classes from "./competition.module.css";
import { CompetitionTable } from "./CompetitionTable";
import { CompetitionTexts } from "./CompetitionTexts";
import { PhaseList } from "./PhaseList";
import { PublishedFiles } from "./PublishedFiles";

const Markdown = lazy(() => import("@/components/Markdown"));

function Facts({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <Card component="section" padding="md" aria-labelledby={id}>
      <Title order={2} size="h4" mb="sm" id={id}>
        {title}
      </Title>
      {children}
    </Card>
  );
}

function Splits({ splits }: Pick<Competition, "splits">) {
  return (
    <Table aria-label="Splits" verticalSpacing={4} fz="sm">
      <Table.Tbody>
        {splits.map(({ name, examples, is_hidden: isHidden }) => (
          <Table.Tr key={name}>
            <Table.Th scope="row" fw={400}>
              {name}{" "}
              {isHidden && (
                <Badge size="sm" color="gray">
                  Hidden answers
                </Badge>
              )}
            </Table.Th>
            <Table.Td ta="right">
              {formatCount(examples)} {examples === 1 ? "question" : "questions"}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

/** The way on, for those who take part or organise it; how to take part, for others. */
function WaysOn({ competition: { project: slug, viewer } }: { competition: Competition }) {
  if (!viewer.may_take_part && !viewer.is_steward) {
    return (
      <Text size="sm" c="dimmed">
        You take part with the organisers’ invitation link. If you have signed up,{" "}
        <Anchor component={Link} to={`/competitions/${slug}/team`} underline="always" inherit>
          go to your team
        </Anchor>
        .
      </Text>
    );
  }
  return (
    <Group gap="sm">
      <LinkButton to={`/competitions/${slug}/team`}>My team</LinkButton>
      {viewer.is_steward && (
        <LinkButton to={`/projects/${slug}/competition`} variant="default">
          Manage
        </LinkButton>
      )}
    </Group>
  );
}

function Page({ competition }: { competition: Competition }) {
  const { title, summary, kind, phases, splits, files, teams, page_published_at: at } = competition;
  return (
    <Stack gap="xl">
      <Stack gap="sm">
        <Link to="/" aria-label="Plumbline" style={{ alignSelf: "flex-start" }}>
          <Logo size={28} />
        </Link>
        <div>
          <Title order={1}>{title}</Title>
          <Text c="dimmed">
            Competition{teams > 0 && ` · ${count(teams, "team")} submitted`} ·{" "}
            <Anchor href="#results" inherit underline="always">
              Results
            </Anchor>
          </Text>
        </div>
        {at === null && (
          <Text component="div" size="sm">
            <Badge color="amber">Not published</Badge> Only members of the project and participants
            see this page.
          </Text>
        )}
        {summary.trim() !== "" && (
          <Box maw={720}>
            <Suspense fallback={null}>
              <Markdown>{summary}</Markdown>
            </Suspense>
          </Box>
        )}
        <WaysOn competition={competition} />
      </Stack>
      <div className={classes.columns}>
        <Stack gap="md" className={classes.aside}>
          <Facts title="Phases">
            <PhaseList phases={phases} kind={kind} />
          </Facts>
          <Facts title="Data">
            <Stack gap="md">
              <Splits splits={splits} />
              {files.length > 0 && <PublishedFiles kind={kind} files={files} />}
            </Stack>
          </Facts>
        </Stack>
        <div className={classes.main}>
          <CompetitionTexts texts={{ ...competition, summary: "" }} />
        </div>
      </div>
      <section id="results" aria-labelledby="results-title">
        <Title order={2} mb="md" id="results-title">
          Results
        </Title>
        <CompetitionTable competition={competition} />
      </section>
    </Stack>
  );
}

/** A competition's page: for everybody once it is published, without an account. */
export default function CompetitionPage() {
  const { competition: slug = "" } = useParams();
  const competition = useQuery(competitionQuery(slug));
  useDocumentTitle("Competition", competition.data?.title);
  if (competition.error instanceof ApiError && competition.error.status === 401) {
    return <NothingPublished what="competition" />;
  }
  return (
    <Box component="main" p={{ base: "md", sm: "xl" }} maw={1200} mx="auto">
      <QueryView query={competition} errorOrder={1}>
        {(found) => <Page competition={found} />}
      </QueryView>
    </Box>
  );
}
