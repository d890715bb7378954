import { Anchor, Button, Card, Divider, Stack, Text } from "@mantine/core";
import {
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link, useLocation, useNavigate } from "react-router";

import { ApiError } from "@/api/errors";
import { queryKeys } from "@/api/queryKeys";
import { meQuery } from "@/api/session";
import { signOut } from "@/api/signIn";
import type { Me, NewAccount } from "@/api/types";

import { EntryPage } from "./EntryPage";
import { ErrorAlert } from "./ErrorAlert";
import { LinkButton } from "./LinkButton";
import { NewAccountForm } from "./NewAccountForm";
import { notifyDone } from "./notify";
import { readPageMeta } from "./pageMeta";
import { SingleSignOnButton } from "./SingleSignOnButton";
import { ErrorState, LoadingState } from "./states";
import { useDocumentTitle } from "./useDocumentTitle";

/** Where somebody got to, and a sentence about it. */
interface Entered {
  readonly to: string;
  readonly detail: string;
}

/** What a link leads to. */
interface Opened {
  readonly title: string;
  readonly about: ReactNode;
  /** Why nobody gets in by it any more; null: they do. */
  readonly over: string | null;
}

interface Verbs {
  /** Of people who are signed in. */
  readonly known: string;
  readonly fresh: string;
  /** Of people with an account. */
  readonly elsewhere: string;
  /** Of single sign-on. */
  readonly singleSignOn: "Join" | "Sign up";
}

interface EntryByLinkProps<Invitation> {
  /** What the page is called until one knows what the link leads to. */
  readonly name: string;
  readonly invitation: UseQueryResult<Invitation>;
  readonly open: (invitation: Invitation) => Opened;
  /** Lets somebody in; `account` is the one to make, null for people who are signed in. */
  readonly accept: (account: NewAccount | null) => Promise<Entered>;
  readonly verbs: Verbs;
  readonly secret: string;
}

type Acceptance = UseMutationResult<Entered, unknown, NewAccount | null>;

function EnterAs({ me, verb, acceptance }: { me: Me; verb: string; acceptance: Acceptance }) {
  const queryClient = useQueryClient();
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
            {verb}
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

function EnterAnew({
  verbs,
  secret,
  acceptance,
}: {
  verbs: Verbs;
  secret: string;
  acceptance: Acceptance;
}) {
  const { pathname } = useLocation();
  const sso = readPageMeta("sso");
  return (
    <>
      <Card padding="xl">
        <NewAccountForm
          verb={verbs.fresh}
          error={acceptance.error}
          isPending={acceptance.isPending}
          onSubmit={acceptance.mutate}
        />
        {sso !== "" && (
          <Stack gap="md" mt="md">
            <Divider label="or" />
            <SingleSignOnButton
              name={sso}
              next={pathname}
              invitation={secret}
              verb={verbs.singleSignOn}
            />
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
          {verbs.elsewhere}
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

/** The page of a link that lets people in, with their account or a new one. */
export function EntryByLink<Invitation>(props: EntryByLinkProps<Invitation>) {
  const { name, invitation, open, accept, verbs, secret } = props;
  const me = useQuery(meQuery());
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const opened = invitation.data === undefined ? null : open(invitation.data);
  useDocumentTitle(opened?.title ?? name);
  const acceptance = useMutation({
    mutationFn: accept,
    meta: { silent: true },
    onSuccess: ({ to, detail }) => {
      queryClient.clear();
      notifyDone(detail);
      void navigate(to, { replace: true });
    },
    onError: (error) => {
      // The invitation ended meanwhile, or somebody signed in in another tab.
      if (error instanceof ApiError && error.status === 409) {
        void invitation.refetch();
        void queryClient.invalidateQueries({ queryKey: queryKeys.me() });
      }
    },
  });
  const isNobody = me.error instanceof ApiError && me.error.status === 401;

  if (opened !== null && (me.data ?? isNobody)) {
    if (opened.over !== null) {
      return (
        <EntryPage title={opened.title}>
          <Over>{opened.over}</Over>
        </EntryPage>
      );
    }
    return (
      <EntryPage title={opened.title} about={opened.about}>
        {me.data ? (
          <EnterAs me={me.data} verb={verbs.known} acceptance={acceptance} />
        ) : (
          <EnterAnew verbs={verbs} secret={secret} acceptance={acceptance} />
        )}
      </EntryPage>
    );
  }
  const error = invitation.error ?? (isNobody ? null : me.error);
  if (error === null) {
    return (
      <EntryPage title={name}>
        <LoadingState />
      </EntryPage>
    );
  }
  return (
    <EntryPage title={name}>
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
