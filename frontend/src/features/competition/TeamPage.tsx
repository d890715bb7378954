import { Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";

import { type Competition, competitionQuery, teamQuery } from "@/api/competitions";
import { submissionsQuery } from "@/api/submissions";
import { LinkButton } from "@/components/LinkButton";
import { PageHeader } from "@/components/PageHeader";
import { QueryView } from "@/components/QueryView";
import { useDocumentTitle } from "@/components/useDocumentTitle";

import { FindTeam } from "./FindTeam";
import { SubmissionList } from "./SubmissionList";
import { TeamCard } from "./TeamCard";
import { Uploading } from "./Uploading";

interface OwnTeamProps {
  readonly competition: Competition;
  /** Among the project’s pages, which have no other way to that of the competition. */
  readonly isInProject: boolean;
}

function OwnTeam({ competition, isInProject }: OwnTeamProps) {
  const { project: slug } = competition;
  const team = useQuery(teamQuery(slug));
  const submissions = useQuery(submissionsQuery(slug));
  return (
    <QueryView query={team}>
      {(found) => (
        <>
          <PageHeader
            title={found.name}
            actions={
              isInProject && (
                <LinkButton to={`/competitions/${slug}`} variant="default">
                  Page of the competition
                </LinkButton>
              )
            }
          >
            Your team in {competition.title}. You see scores of whole files, and nothing about
            single questions.
          </PageHeader>
          <Stack gap="xl">
            <QueryView query={submissions}>
              {(loaded) => (
                <>
                  <Uploading competition={competition} submissions={loaded} />
                  <SubmissionList competition={competition} submissions={loaded.submissions} />
                </>
              )}
            </QueryView>
            <TeamCard slug={slug} team={found} />
          </Stack>
        </>
      )}
    </QueryView>
  );
}

/** A team's place in a competition, or the way into a team. */
export default function TeamPage() {
  const { competition: named, slug = named ?? "" } = useParams();
  const competition = useQuery(competitionQuery(slug));
  useDocumentTitle("My team", competition.data?.title);
  return (
    <QueryView query={competition} errorOrder={1}>
      {(found) => {
        if (found.viewer.team !== null)
          return <OwnTeam competition={found} isInProject={named === undefined} />;
        if (found.viewer.may_take_part) return <FindTeam competition={found} />;
        return (
          <>
            <PageHeader title="My team" />
            <Text>
              You have not signed up for this competition. Sign up with the organisers’ invitation
              link.
            </Text>
          </>
        );
      }}
    </QueryView>
  );
}
