import { Button, Card, Group, List, Stack, Text, TextInput, Title } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";

import {
  answerTeamRequest,
  changeTeam,
  closeTeamLink,
  leaveTeam,
  renewTeamLink,
  type Team,
} from "@/api/competitions";
import { queryKeys } from "@/api/queryKeys";
import { ConfirmDialog } from "@/components/ConfirmDialog";
import { CopyButton } from "@/components/CopyButton";
import { notifyDone } from "@/components/notify";
import { placeAround } from "@/components/placeAround";

import classes from "./competition.module.css";
import { type AllTeamFields, TeamFields } from "./TeamFields";

interface TeamProps {
  readonly slug: string;
  readonly team: Team;
}

/** How a change of the team reaches what shows it. */
function useTeamChange<Variables>(
  slug: string,
  change: (variables: Variables) => Promise<Team | null>,
  options: { readonly silent?: boolean; readonly done?: string } = {},
) {
  const queryClient = useQueryClient();
  const queryKey = queryKeys.competitionTeam(slug);
  return useMutation({
    mutationFn: change,
    meta: { silent: options.silent ?? false },
    onSuccess: (team) => {
      if (team) queryClient.setQueryData(queryKey, team);
      if (options.done !== undefined) notifyDone(options.done);
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
}

function Requests({ slug, team }: TeamProps) {
  const answer = useTeamChange(slug, (values: { id: number; isAccepted: boolean }) =>
    answerTeamRequest(slug, values.id, values.isAccepted),
  );
  if (team.requests.length === 0) return null;
  return (
    <section aria-labelledby="team-requests" tabIndex={-1}>
      <Title order={3} size="h4" mb="xs" id="team-requests">
        Asking to join
      </Title>
      <List listStyleType="none" spacing="xs">
        {team.requests.map(({ id, name }) => (
          <List.Item key={id}>
            <Group gap="sm">
              <Text size="sm">{name}</Text>
              {([true, false] as const).map((isAccepted) => (
                <Button
                  key={String(isAccepted)}
                  size="xs"
                  variant={isAccepted ? "light" : "subtle"}
                  aria-label={`${isAccepted ? "Accept" : "Decline"} ${name}`}
                  loading={
                    answer.isPending &&
                    answer.variables.id === id &&
                    answer.variables.isAccepted === isAccepted
                  }
                  onClick={(event) => {
                    // The row leaves.
                    placeAround(event.currentTarget)?.focus();
                    answer.mutate({ id, isAccepted });
                  }}
                >
                  {isAccepted ? "Accept" : "Decline"}
                </Button>
              ))}
            </Group>
          </List.Item>
        ))}
      </List>
    </section>
  );
}

function TeamLink({ slug, team }: TeamProps) {
  const renew = useTeamChange(slug, () => renewTeamLink(slug));
  const close = useTeamChange(slug, () => closeTeamLink(slug).then(() => null), {
    done: "Nobody else can join with this link.",
  });
  return (
    <Stack gap="xs" tabIndex={-1} role="group" aria-label="Link of the team">
      {team.link !== null && (
        <TextInput
          label="Link"
          description="Participants join your team with it."
          readOnly
          value={team.link}
          onFocus={(event) => event.currentTarget.select()}
        />
      )}
      <Group gap="xs">
        {team.link !== null && (
          <CopyButton text={team.link} label="Copy link" size="xs" variant="light" />
        )}
        <Button
          size="xs"
          variant="default"
          loading={renew.isPending}
          onClick={() => renew.mutate(undefined)}
        >
          {team.link === null ? "Make a link to join" : "Make a new link"}
        </Button>
        {team.link !== null && (
          <Button
            size="xs"
            variant="subtle"
            color="brick"
            loading={close.isPending}
            onClick={(event) => {
              placeAround(event.currentTarget)?.focus();
              close.mutate(undefined);
            }}
          >
            End link
          </Button>
        )}
      </Group>
    </Stack>
  );
}

function Leaving({ slug, team }: TeamProps) {
  const queryClient = useQueryClient();
  const [opened, dialog] = useDisclosure(false);
  const navigate = useNavigate();
  const leave = useMutation({
    mutationFn: () => leaveTeam(slug),
    onSuccess: async () => {
      dialog.close();
      void queryClient.invalidateQueries({ queryKey: queryKeys.ownCompetitions() });
      // Then this page asks for a team no more.
      await queryClient.invalidateQueries({ queryKey: queryKeys.competition(slug), exact: true });
      queryClient.removeQueries({ queryKey: queryKeys.competitionTeam(slug) });
      void queryClient.invalidateQueries({ queryKey: queryKeys.competitionTeams(slug) });
      notifyDone(`You left ${team.name}.`);
      await navigate(".", { replace: true });
    },
  });
  if (!team.may_leave) {
    return (
      <Text size="sm" c="dimmed">
        Your team has submitted, so nobody leaves it: limits count for the team.
      </Text>
    );
  }
  return (
    <>
      <Button size="xs" variant="subtle" color="brick" onClick={dialog.open}>
        Leave the team
      </Button>
      <ConfirmDialog
        opened={opened}
        onClose={dialog.close}
        title={`Leave ${team.name}?`}
        action="Leave"
        isPending={leave.isPending}
        onConfirm={() => leave.mutate()}
      >
        {team.members.length === 1
          ? "You are its only member, so the team is deleted."
          : "The others stay."}
      </ConfirmDialog>
    </>
  );
}

/** Who is in the team, who would like to be, and what others read about it. */
export function TeamCard({ slug, team }: TeamProps) {
  const change = useTeamChange(slug, (fields: AllTeamFields) => changeTeam(slug, fields), {
    silent: true,
    done: "Your team is saved.",
  });
  const { name, paper_url, code_url, model_url, model_parameters } = team;
  return (
    <div className={classes.halves}>
      <Card component="section" padding="xl" aria-labelledby="team-members">
        <Stack gap="lg" align="flex-start">
          <div>
            <Title order={2} size="h3" mb="xs" id="team-members">
              Members
            </Title>
            <List size="sm" aria-labelledby="team-members">
              {team.members.map((member) => (
                <List.Item key={member.id}>
                  {member.name}
                  {member.is_self && " (you)"}
                </List.Item>
              ))}
            </List>
          </div>
          <Requests slug={slug} team={team} />
          <TeamLink slug={slug} team={team} />
          <Leaving slug={slug} team={team} />
        </Stack>
      </Card>
      <Card component="section" padding="xl" aria-labelledby="team-about">
        <Title order={2} size="h3" mb="md" id="team-about">
          In the table
        </Title>
        <TeamFields
          stored={{ name, paper_url, code_url, model_url, model_parameters }}
          sending={change}
          action="Save"
          onSend={change.mutate}
        />
      </Card>
    </div>
  );
}
