import { Button, Card, Group, List, Text, Title } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";

import {
  askTeam,
  type Competition,
  formTeam,
  type ListedTeam,
  takeBackRequest,
  teamsQuery,
} from "@/api/competitions";
import { queryKeys } from "@/api/queryKeys";
import { count } from "@/components/format";
import { PageHeader } from "@/components/PageHeader";
import { QueryView } from "@/components/QueryView";

import classes from "./competition.module.css";
import { type AllTeamFields, EMPTY_TEAM, TeamFields } from "./TeamFields";

function Teams({ slug, teams }: { slug: string; teams: readonly ListedTeam[] }) {
  const queryClient = useQueryClient();
  const ask = useMutation({
    mutationFn: ({ id, asked }: ListedTeam) => (asked ? takeBackRequest : askTeam)(slug, id),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.competitionTeams(slug) }),
  });
  if (teams.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        There is no team yet.
      </Text>
    );
  }
  return (
    <List
      listStyleType="none"
      spacing="xs"
      aria-label="Teams"
      className={classes.rows}
      classNames={{ itemWrapper: classes.wide, itemLabel: classes.wide }}
    >
      {teams.map((team) => (
        <List.Item key={team.id}>
          <Group justify="space-between" gap="sm" wrap="nowrap">
            <div>
              <Text size="sm" fw={550} className={classes.name}>
                {team.name}
              </Text>
              <Text size="xs" c="dimmed">
                {count(team.members, "member")}
                {team.asked && " · you asked to join"}
              </Text>
            </div>
            <Button
              size="xs"
              variant="default"
              flex="none"
              aria-label={team.asked ? `Take back, ${team.name}` : `Ask to join ${team.name}`}
              loading={ask.isPending && ask.variables.id === team.id}
              onClick={() => {
                ask.mutate(team);
              }}
            >
              {team.asked ? "Take back" : "Ask to join"}
            </Button>
          </Group>
        </List.Item>
      ))}
    </List>
  );
}

/** For participants without a team: they form one, or ask to join one. */
export function FindTeam({ competition }: { readonly competition: Competition }) {
  const { project: slug, title } = competition;
  const queryClient = useQueryClient();
  const teams = useQuery(teamsQuery(slug));
  const form = useMutation({
    mutationFn: (fields: AllTeamFields) => formTeam(slug, fields),
    meta: { silent: true },
    onSuccess: (team) => {
      queryClient.setQueryData(queryKeys.competitionTeam(slug), team);
      void queryClient.invalidateQueries({ queryKey: queryKeys.ownCompetitions() });
      void queryClient.invalidateQueries({ queryKey: queryKeys.submissions(slug) });
      return queryClient.invalidateQueries({ queryKey: queryKeys.competition(slug), exact: true });
    },
  });
  return (
    <>
      <PageHeader title="My team">
        Teams compete in {title}. A team can be one person. Limits count for the whole team.
      </PageHeader>
      <div className={classes.halves}>
        <Card component="section" padding="xl" aria-labelledby="form-team">
          <Title order={2} size="h3" mb="md" id="form-team">
            Form a team
          </Title>
          <TeamFields stored={EMPTY_TEAM} sending={form} action="Form team" onSend={form.mutate} />
        </Card>
        <Card component="section" padding="xl" aria-labelledby="join-team">
          <Title order={2} size="h3" mb={4} id="join-team">
            Join a team
          </Title>
          <Text size="sm" c="dimmed" mb="md">
            Open the link that a member gave you, or ask. You are in when a member accepts.
          </Text>
          <QueryView query={teams}>{(found) => <Teams slug={slug} teams={found} />}</QueryView>
        </Card>
      </div>
    </>
  );
}
