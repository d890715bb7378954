import { Button, Card, Stack, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useParams } from "react-router";

import { competitionQuery, joinTeam } from "@/api/competitions";
import { queryKeys } from "@/api/queryKeys";
import { useMe } from "@/api/useMe";
import { ErrorAlert } from "@/components/ErrorAlert";
import { notifyDone } from "@/components/notify";
import { PageHeader } from "@/components/PageHeader";
import { useDocumentTitle } from "@/components/useDocumentTitle";

/** The page of a team's link. */
export default function JoinTeamPage() {
  const { competition: slug = "", secret = "" } = useParams();
  const { data: competition } = useQuery(competitionQuery(slug));
  const { display_name: displayed, username } = useMe();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  useDocumentTitle("Join a team", competition?.title);
  const join = useMutation({
    mutationFn: () => joinTeam(slug, secret),
    meta: { silent: true },
    onSuccess: async (team) => {
      queryClient.setQueryData(queryKeys.competitionTeam(slug), team);
      void queryClient.invalidateQueries({ queryKey: queryKeys.ownCompetitions() });
      await queryClient.invalidateQueries({ queryKey: queryKeys.competition(slug), exact: true });
      notifyDone(`You are in ${team.name}.`);
      await navigate(`/competitions/${slug}/team`, { replace: true });
    },
  });
  return (
    <Stack gap="md" maw={480}>
      <PageHeader title="Join a team">
        A member of a team in {competition?.title} gave you this link.
      </PageHeader>
      <Card padding="xl">
        <Stack gap="md">
          <ErrorAlert error={join.error} />
          <Text size="sm">You are signed in as {displayed || username}.</Text>
          <Button loading={join.isPending} onClick={() => join.mutate()}>
            Join the team
          </Button>
        </Stack>
      </Card>
    </Stack>
  );
}
