import {
  Badge,
  Card,
  Container,
  Group,
  Progress as Bar,
  SegmentedControl,
  SimpleGrid,
  Stack,
  Text,
  Title,
} from "@mantine/core";
import { IconFolderPlus, IconHourglass, IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";

import { ownCompetitionsQuery } from "@/api/competitions";
import { progressQuery, projectsQuery } from "@/api/projects";
import type { Progress, Project } from "@/api/types";
import { useMe } from "@/api/useMe";
import { count, formatCount, formatShare } from "@/components/format";
import { LinkButton } from "@/components/LinkButton";
import { ROLE_NAMES } from "@/components/names";
import { PageHeader } from "@/components/PageHeader";
import { QueryView } from "@/components/QueryView";
import { EmptyState } from "@/components/states";
import { useDocumentTitle } from "@/components/useDocumentTitle";
import { KINDS } from "@/kinds/kinds";

import { Bin } from "./Bin";
import { ExpertWork } from "./ExpertWork";
import classes from "./HomePage.module.css";
import { OwnCompetitions } from "./OwnCompetitions";

function LeadProgress({ progress }: { progress: NonNullable<Progress["project"]> }) {
  const { annotations_required: required, annotations_submitted: submitted, examples } = progress;
  if (examples === 0) return <Text size="sm">No examples yet. Import some to begin.</Text>;
  const share = required === 0 ? 0 : Math.min(1, submitted / required);
  return (
    <Stack gap={6}>
      <Bar value={share * 100} size="sm" aria-label="Annotations submitted" />
      <Text size="sm" c="dimmed">
        {formatShare(share)} of {count(required, "annotation")} for {count(examples, "example")}
      </Text>
    </Stack>
  );
}

function OwnProgress({ own }: { own: Progress["own"] }) {
  if (own.submitted === 0 && own.open === 0) {
    return <Text size="sm">Nothing annotated yet.</Text>;
  }
  const parts = [
    `${formatCount(own.submitted)} annotated`,
    own.submitted_today > 0 ? `${formatCount(own.submitted_today)} of them today` : "",
    own.parked > 0 ? `${formatCount(own.parked)} parked` : "",
  ];
  return (
    <Text size="sm" c="dimmed">
      {parts.filter(Boolean).join(" · ")}
    </Text>
  );
}

function ProjectProgress({ project }: { project: Project }) {
  const progress = useQuery(progressQuery(project.slug));
  if (!progress.data) return <div className={classes.placeholder} />;
  const { own, project: figures, waiting_reviews: waiting } = progress.data;
  if (waiting !== null) return <ExpertWork slug={project.slug} waiting={waiting} />;
  return figures === null ? <OwnProgress own={own} /> : <LeadProgress progress={figures} />;
}

function PrimaryAction({ project }: { project: Project }) {
  const address = `/projects/${project.slug}`;
  if (project.role !== "annotator") {
    return (
      <Group>
        <LinkButton to={address} variant="light">
          Open project
        </LinkButton>
      </Group>
    );
  }
  return (
    <Group gap="xs">
      <LinkButton to={`${address}/annotate`}>Annotate</LinkButton>
      <LinkButton to={address} variant="subtle">
        My work
      </LinkButton>
    </Group>
  );
}

function ProjectCard({ project }: { project: Project }) {
  return (
    <Card component="article" className={classes.card}>
      <Stack gap="md" h="100%">
        <Stack gap={6}>
          <Group justify="space-between" wrap="nowrap" align="flex-start">
            <Title order={2} size="h3">
              <Link to={`/projects/${project.slug}`} className={classes.title}>
                {project.title}
              </Link>
            </Title>
            <Badge
              variant="light"
              flex="none"
              color={project.role === "annotator" ? "plumb" : "gray"}
            >
              {ROLE_NAMES[project.role]}
            </Badge>
          </Group>
          <Text size="sm" c="dimmed">
            {KINDS[project.kind].name}
          </Text>
        </Stack>
        <div className={classes.progress}>
          <ProjectProgress project={project} />
        </div>
        <PrimaryAction project={project} />
      </Stack>
    </Card>
  );
}

function NoProjects({ mayCreate }: { mayCreate: boolean }) {
  if (mayCreate) {
    return (
      <EmptyState
        icon={IconFolderPlus}
        title="Create your first project"
        action={
          <LinkButton to="/projects/new" mt="xs">
            New project
          </LinkButton>
        }
      >
        A project holds the questions, their pages, the guidelines and the people who answer.
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={IconHourglass} title="You are not in a project yet">
      Give a lead the name you sign in with and ask to be added. The project then appears on this
      page.
    </EmptyState>
  );
}

/** Those that people work in, or those that are archived. */
function ProjectCards({ projects }: { projects: readonly Project[] }) {
  const [shown, setShown] = useState("current");
  const archived = projects.filter(({ standing }) => standing === "archived");
  const current = projects.filter(({ standing }) => standing !== "archived");
  const cards = shown === "archived" && archived.length > 0 ? archived : current;
  return (
    <Stack>
      {archived.length > 0 && (
        <SegmentedControl
          aria-label="Which projects"
          style={{ alignSelf: "flex-start" }}
          data={[
            { value: "current", label: "Current" },
            { value: "archived", label: "Archived" },
          ]}
          value={shown}
          onChange={setShown}
        />
      )}
      {cards.length === 0 && <Text c="dimmed">All of your projects are archived.</Text>}
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
        {cards.map((project) => (
          <ProjectCard key={project.slug} project={project} />
        ))}
      </SimpleGrid>
    </Stack>
  );
}

/** The caller's projects, each with its one next action, and the competitions they take part in. */
export default function HomePage() {
  const me = useMe();
  const projects = useQuery(projectsQuery());
  const { data: competitions = [], isPending } = useQuery(ownCompetitionsQuery());
  // People who only submit have nothing else here.
  const onlyCompetes =
    competitions.length > 0 && projects.data?.results.length === 0 && !me.may_create_projects;
  const title = onlyCompetes ? "My competitions" : "My projects";
  useDocumentTitle(title);
  return (
    <Container size={1080} py={36}>
      <PageHeader
        title={title}
        actions={
          me.may_create_projects && (
            <LinkButton
              to="/projects/new"
              variant="default"
              leftSection={<IconPlus size={16} aria-hidden />}
            >
              New project
            </LinkButton>
          )
        }
      />
      <QueryView query={projects}>
        {({ results }) =>
          results.length === 0 && (onlyCompetes || isPending) ? null : results.length === 0 ? (
            <Card>
              <NoProjects mayCreate={me.may_create_projects} />
            </Card>
          ) : (
            <ProjectCards projects={results} />
          )
        }
      </QueryView>
      <Bin />
      {competitions.length > 0 && (
        <Stack gap="md" mt={onlyCompetes ? 0 : 40}>
          {!onlyCompetes && <Title order={2}>My competitions</Title>}
          <OwnCompetitions competitions={competitions} order={onlyCompetes ? 2 : 3} />
        </Stack>
      )}
    </Container>
  );
}
