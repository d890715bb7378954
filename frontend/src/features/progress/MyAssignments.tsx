import {
  Anchor,
  Badge,
  Button,
  Group,
  SegmentedControl,
  Stack,
  Text,
  VisuallyHidden,
} from "@mantine/core";
import { IconInbox } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "react-router";

import { assignmentsQuery, moveAssignment } from "@/api/assignments";
import { queryKeys } from "@/api/queryKeys";
import type { AssignmentState, AssignmentSummary, Project } from "@/api/types";
import { LinkButton } from "@/components/LinkButton";
import { type Column, PagedTable, TwoLines } from "@/components/PagedTable";
import { RelativeTime } from "@/components/RelativeTime";
import { EmptyState } from "@/components/states";
import { useListParams } from "@/components/useListParams";

const FILTERS = ["state"] as const;

const STATES: Record<AssignmentState, { label: string; color: string; hint: string }> = {
  reserved: { label: "Next", color: "gray", hint: "Fetched ahead for you" },
  open: { label: "Open", color: "plumb", hint: "" },
  parked: { label: "Parked", color: "amber", hint: "Waits until you resume it" },
  submitted: { label: "Submitted", color: "gray", hint: "" },
  expired: { label: "Expired", color: "gray", hint: "Went back to the queue; your draft is kept" },
  released: { label: "Given back", color: "gray", hint: "Somebody else can answer it" },
  skipped: { label: "Skipped", color: "gray", hint: "" },
};

const REOPENED = "reopened";

const CHOICES = [
  { value: "", label: "All" },
  { value: "open", label: "Open" },
  { value: "parked", label: "Parked" },
  { value: "submitted", label: "Submitted" },
  { value: REOPENED, label: "To look at again" },
  { value: "released", label: "Given back" },
  { value: "skipped", label: "Skipped" },
];

function Resume({ slug, assignment }: { slug: string; assignment: AssignmentSummary }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const resume = useMutation({
    mutationFn: () => moveAssignment(assignment.id, "resume"),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: queryKeys.project(slug) });
      await navigate(`/assignments/${assignment.id}`);
    },
  });
  return (
    <Button size="xs" variant="light" loading={resume.isPending} onClick={() => resume.mutate()}>
      Resume
    </Button>
  );
}

const listColumns = (slug: string): Column<AssignmentSummary>[] => [
  {
    key: "question",
    header: "Question",
    render: ({ id, state, question, note, reopened, asked, freed, changed_by_lead: changed }) => (
      <Stack gap={2}>
        <TwoLines>
          {state === "open" ? (
            <Anchor component={Link} to={`/assignments/${id}`} size="sm">
              {question}
            </Anchor>
          ) : (
            question
          )}
        </TwoLines>
        {note !== "" && (
          <Text size="xs" c="dimmed">
            Your note: {note}
          </Text>
        )}
        {asked !== null && (
          <Anchor component={Link} to={`/projects/${slug}/questions/${asked.id}`} size="xs">
            {asked.state === "answered" ? "Read the leads’ answer" : "Your question"}
          </Anchor>
        )}
        {freed !== null && (
          <Text size="xs" c="dimmed">
            A lead has freed it, <RelativeTime at={freed.at} />: {freed.reason} What you had written
            is kept.
          </Text>
        )}
        {reopened !== null && (
          <Text size="xs" c="dimmed">
            A lead asks: {reopened.reason}
          </Text>
        )}
        {changed !== null && (
          <Text size="xs" c="dimmed">
            A lead has changed your answer, <RelativeTime at={changed.at} />: {changed.reason}
          </Text>
        )}
      </Stack>
    ),
  },
  {
    key: "state",
    header: "State",
    width: 120,
    render: ({ state, reopened, asked, freed }) =>
      state === "parked" && asked?.state === "answered" ? (
        <Badge color="plumb" title="Parked; a lead has answered your question">
          Answered
        </Badge>
      ) : freed !== null ? (
        <Badge color="amber" title="A lead has freed it; you can continue it">
          Freed
        </Badge>
      ) : reopened === null ? (
        <Badge color={STATES[state].color} title={STATES[state].hint}>
          {STATES[state].label}
        </Badge>
      ) : (
        <Badge color="amber" title="A lead asks you to look at your answer again">
          Look again
        </Badge>
      ),
  },
  {
    key: "lease",
    header: "When",
    width: 150,
    render: ({ created_at: created, submitted_at: submitted }) => (
      <RelativeTime at={submitted ?? created} />
    ),
  },
  {
    key: "action",
    header: <VisuallyHidden>Action</VisuallyHidden>,
    width: 132,
    align: "right",
    render: (assignment) => {
      if (assignment.state === "parked" || assignment.freed !== null) {
        return <Resume slug={slug} assignment={assignment} />;
      }
      if (assignment.state === "open") {
        return (
          <LinkButton to={`/assignments/${assignment.id}`} size="xs" variant="light">
            Continue
          </LinkButton>
        );
      }
      if (assignment.state === "expired" || assignment.state === "released") {
        return (
          <LinkButton
            to={`/assignments/${assignment.id}`}
            size="xs"
            variant="subtle"
            aria-label={`Look at: ${assignment.question}`}
          >
            Look
          </LinkButton>
        );
      }
      if (assignment.annotation !== null) {
        const verb = assignment.may_revise ? "Change" : "Read";
        return (
          <LinkButton
            to={`/annotations/${assignment.annotation}`}
            size="xs"
            variant={assignment.reopened === null ? "subtle" : "light"}
            aria-label={`${verb} your answer to: ${assignment.question}`}
          >
            {verb}
          </LinkButton>
        );
      }
      return null;
    },
  },
];

/** The questions that the annotator had so far, by state. */
export function MyAssignments({ project }: { project: Project }) {
  const list = useListParams(FILTERS);
  // One choice in the address; for the server, leads' requests and states are separate.
  const query =
    list.filters.state === REOPENED ? { ...list.query, state: "", reopened: true } : list.query;
  const assignments = useQuery(assignmentsQuery(project.slug, query));
  return (
    <Stack gap="sm">
      <Group>
        <SegmentedControl
          size="sm"
          aria-label="State"
          data={CHOICES}
          value={list.filters.state}
          onChange={(state) => list.setFilter("state", state)}
        />
      </Group>
      <PagedTable
        label="My questions"
        query={assignments}
        columns={listColumns(project.slug)}
        rowKey={({ id }) => id}
        page={list.page}
        onPageChange={list.setPage}
        empty={
          <EmptyState
            icon={IconInbox}
            title={list.isFiltered ? "No questions in this state" : "No questions yet"}
          >
            {list.isFiltered
              ? "Choose another state above."
              : "The questions you annotate appear here, with their state."}
          </EmptyState>
        }
      />
    </Stack>
  );
}
