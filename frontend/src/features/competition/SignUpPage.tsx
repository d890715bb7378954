import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";

import { openedCompetitionInvitationQuery, signUpForCompetition } from "@/api/competitions";
import { EntryByLink } from "@/components/EntryByLink";
import { formatDateTime } from "@/components/format";

/** The page of a competition's link: people sign up, with their account or a new one. */
export default function SignUpPage() {
  const { secret = "" } = useParams();
  const invitation = useQuery(openedCompetitionInvitationQuery(secret));
  return (
    <EntryByLink
      name="Competition"
      invitation={invitation}
      open={({ title, is_open: isOpen, expires_at: until }) => ({
        title,
        about: (
          <>
            You are invited to compete. You see the competition, and nothing else of the project.
            {until !== null && <Text size="sm">Until {formatDateTime(until)}</Text>}
          </>
        ),
        over: isOpen ? null : "This invitation has expired.",
      })}
      accept={async (account) => {
        const { project, detail } = await signUpForCompetition(secret, account);
        return { to: `/competitions/${project}/team`, detail };
      }}
      verbs={{
        known: "Sign up",
        fresh: "Create account and sign up",
        elsewhere: "Sign in with it",
        singleSignOn: "Sign up",
      }}
      secret={secret}
    />
  );
}
