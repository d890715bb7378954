import { Anchor, Button, Card, Divider, Stack, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useLocation, useNavigate, useParams } from "react-router";

import { ApiError } from "@/api/errors";
import { acceptInvitation, openedInvitationQuery } from "@/api/invitations";
import { queryKeys } from "@/api/queryKeys";
import { meQuery } from "@/api/session";
import { signOut } from "@/api/signIn";
import type { InvitationState, Me, NewAccount, OpenedInvitation, Role } from "@/api/types";
import { EntryPage } from "@/components/EntryPage";
import { ErrorAlert } from "@/components/ErrorAlert";
import { formatDateTime } from "@/components/format";
import { LinkButton } from "@/components/LinkButton";
import { NewAccountForm } from "@/components/NewAccountForm";
import { notifyDone } from "@/components/notify";
import { readPageMeta } from "@/components/pageMeta";
import { SingleSignOnButton } from "@/components/SingleSignOnButton";
import { ErrorState, LoadingState } from "@/components/states";
import { useDocumentTitle } from "@/components/useDocumentTitle";

const ASKED: Record<Role, string> = {
  annotator: "You are invited to answer questions.",
  expert: "You are invited to judge answers as an expert.",
  lead: "You are invited to lead the project.",
};

const OVER: Record<Exclude<InvitationState, "open">, string> = {
  used: "This invitation has already been used.",
  expired: "This invitation has expired.",
  revoked: "This invitation was withdrawn.",
};

function useAcceptance(secret: string) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (account: NewAccount | null) => acceptInvitation(secret, account),
    meta: { silent: true },
    onSuccess: ({ project, detail }) => {
      queryClient.clear();
      notifyDone(detail);
      void navigate(`/projects/${project}`, { replace: true });
    },
    onError: (error) => {
      // The invitation ended meanwhile, or somebody signed in in another tab.
      if (error instanceof ApiError && error.status === 409) {
        void queryClient.invalidateQueries({ queryKey: queryKeys.openedInvitation(secret) });
        void queryClient.invalidateQueries({ queryKey: queryKeys.me() });
      }
    },
  });
}

function JoinAs({ me, secret }: { me: Me; secret: string }) {
  const queryClient = useQueryClient();
  const acceptance = useAcceptance(secret);
  const leave = useMutation({
    mutationFn: signOut,
    onSuccess: () => queryClient.resetQueries(),
  });
  const name = me.display_name || me.username;
  return (
    <>
      <Card padding="xl">
        <Stack gap="md">
          <ErrorAlert error={acceptance.error} />
          <Text>
            You are signed in as{" "}
            <Text span fw={550}>
              {name}
            </Text>
            {name !== me.username && ` (${me.username})`}.
          </Text>
          <Button fullWidth loading={acceptance.isPending} onClick={() => acceptance.mutate(null)}>
            Join the project
          </Button>
        </Stack>
      </Card>
      <Text size="sm" c="dimmed" ta="center">
        Not you?{" "}
        <Anchor
          component="button"
          type="button"
          size="sm"
          underline="always"
          disabled={leave.isPending}
          onClick={() => leave.mutate()}
        >
          Sign out
        </Anchor>
      </Text>
    </>
  );
}

function JoinAnew({ secret }: { secret: string }) {
  const { pathname } = useLocation();
  const acceptance = useAcceptance(secret);
  const sso = readPageMeta("sso");
  return (
    <>
      <Card padding="xl">
        <NewAccountForm
          verb="Create account and join"
          error={acceptance.error}
          isPending={acceptance.isPending}
          onSubmit={acceptance.mutate}
        />
        {sso !== "" && (
          <Stack gap="md" mt="md">
            <Divider label="or" />
            <SingleSignOnButton name={sso} next={pathname} invitation={secret} verb="Join" />
          </Stack>
        )}
      </Card>
      <Text size="sm" c="dimmed" ta="center">
        Already have an account?{" "}
        <Anchor
          component={Link}
          to="/sign-in"
          state={{ from: pathname }}
          size="sm"
          underline="always"
        >
          Sign in to join with it
        </Anchor>
      </Text>
    </>
  );
}

function Over({ children }: { children: string }) {
  return (
    <Card padding="xl">
      <Stack gap="md" role="alert">
        <Text>{children}</Text>
        <Text c="dimmed">
          Ask the person who sent you the link for a new one. If you have already joined with it, go
          to your projects.
        </Text>
        <LinkButton to="/" variant="light">
          My projects
        </LinkButton>
      </Stack>
    </Card>
  );
}

function Opened({
  invitation,
  me,
  secret,
}: {
  invitation: OpenedInvitation;
  me: Me | null;
  secret: string;
}) {
  if (invitation.state !== "open") {
    return (
      <EntryPage title={invitation.project_title}>
        <Over>{OVER[invitation.state]}</Over>
      </EntryPage>
    );
  }
  return (
    <EntryPage
      title={invitation.project_title}
      about={
        <>
          {ASKED[invitation.role]}
          <Text size="sm">Until {formatDateTime(invitation.expires_at)}</Text>
        </>
      }
    >
      {me ? <JoinAs me={me} secret={secret} /> : <JoinAnew secret={secret} />}
    </EntryPage>
  );
}

/** The page of an invitation's link: what people are invited to, and a way in. */
export default function InvitationPage() {
  const { secret = "" } = useParams();
  const invitation = useQuery(openedInvitationQuery(secret));
  const me = useQuery(meQuery());
  useDocumentTitle(invitation.data?.project_title ?? "Invitation");
  const isNobody = me.error instanceof ApiError && me.error.status === 401;

  if (invitation.data && (me.data ?? isNobody)) {
    return <Opened invitation={invitation.data} me={me.data ?? null} secret={secret} />;
  }
  const error = invitation.error ?? (isNobody ? null : me.error);
  if (error === null) {
    return (
      <EntryPage title="Invitation">
        <LoadingState />
      </EntryPage>
    );
  }
  return (
    <EntryPage title="Invitation">
      {error instanceof ApiError && error.status === 404 ? (
        <Over>{error.detail}</Over>
      ) : (
        <ErrorState
          error={error}
          onRetry={() => {
            void invitation.refetch();
            void me.refetch();
          }}
        />
      )}
    </EntryPage>
  );
}
