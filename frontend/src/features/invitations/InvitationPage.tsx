import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";

import { acceptInvitation, openedInvitationQuery } from "@/api/invitations";
import type { InvitationState, Role } from "@/api/types";
import { EntryByLink } from "@/components/EntryByLink";
import { formatDateTime } from "@/components/format";

const ASKED: Record<Role, string> = {
  annotator: "You are invited to answer questions.",
  expert: "You are invited to judge answers as an expert.",
  lead: "You are invited to lead the project.",
};

const OVER: Record<InvitationState, string | null> = {
  open: null,
  used: "This invitation has already been used.",
  expired: "This invitation has expired.",
  revoked: "This invitation was withdrawn.",
};

/** The page of an invitation's link: what people are invited to, and a way in. */
export default function InvitationPage() {
  const { secret = "" } = useParams();
  const invitation = useQuery(openedInvitationQuery(secret));
  return (
    <EntryByLink
      name="Invitation"
      invitation={invitation}
      open={({ project_title: title, role, state, expires_at: until }) => ({
        title,
        about: (
          <>
            {ASKED[role]}
            <Text size="sm">Until {formatDateTime(until)}</Text>
          </>
        ),
        over: OVER[state],
      })}
      accept={async (account) => {
        const { project, detail } = await acceptInvitation(secret, account);
        return { to: `/projects/${project}`, detail };
      }}
      verbs={{
        known: "Join the project",
        fresh: "Create account and join",
        elsewhere: "Sign in to join with it",
        singleSignOn: "Join",
      }}
      secret={secret}
    />
  );
}
