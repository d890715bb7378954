import {
  Alert,
  Anchor,
  Card,
  Code,
  Divider,
  Group,
  Stack,
  Text,
  UnstyledButton,
} from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useLocation, useNavigate, useSearchParams } from "react-router";

import { queryKeys } from "@/api/queryKeys";
import { describeReturn } from "@/api/singleSignOn";
import type { Me } from "@/api/types";
import { EntryPage } from "@/components/EntryPage";
import { readPageMeta } from "@/components/pageMeta";
import { SingleSignOnButton } from "@/components/SingleSignOnButton";
import { useDocumentTitle } from "@/components/useDocumentTitle";

import { ReturnGuard } from "./ReturnGuard";
import { type Credentials, SignInForm } from "./SignInForm";
import classes from "./SignInPage.module.css";

const DEMO_PASSWORD = "plumbline-demo";
const DEMO_ACCOUNTS = [
  { username: "lena", role: "leads the project" },
  { username: "ada", role: "annotates" },
  { username: "ben", role: "annotates" },
  { username: "chen", role: "annotates" },
  { username: "eve", role: "judges as an expert" },
];

/** Where to go after signing in: the address that was asked for, if it is one of ours. */
function readTarget(state: unknown, next: string | null): string {
  const from = typeof state === "object" && state !== null && "from" in state ? state.from : next;
  return typeof from === "string" && /^\/(?![/\\])/.test(from) ? from : "/";
}

function NobodyHasAnAccount() {
  return (
    <Alert title="Nobody has an account here yet" role="status">
      Open the set-up link that the server printed when it started, or run{" "}
      <Code>python manage.py set_up_link</Code> on the server for a new one.
    </Alert>
  );
}

function DemoAccounts({ onPick }: { onPick: (credentials: Credentials) => void }) {
  return (
    <Stack gap="xs" component="section" aria-label="Demo accounts">
      <Text size="sm" c="dimmed">
        This is a demo. Choose an account; they all have the same password.
      </Text>
      <Stack gap={2}>
        {DEMO_ACCOUNTS.map(({ username, role }) => (
          <UnstyledButton
            key={username}
            className={classes.account}
            onClick={() => onPick({ username, password: DEMO_PASSWORD })}
          >
            <Group justify="space-between" gap="md" wrap="nowrap">
              <Text size="sm" fw={550}>
                {username}
              </Text>
              <Text size="sm" c="dimmed">
                {role}
              </Text>
            </Group>
          </UnstyledButton>
        ))}
      </Stack>
    </Stack>
  );
}

function SignInCard({
  target,
  asksForCode,
  refusal,
}: {
  target: string;
  asksForCode: boolean;
  /** Why single sign-on came back without somebody. */
  refusal: string | null;
}) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [filledIn, setFilledIn] = useState<Credentials>();

  function enter(me: Me): void {
    queryClient.clear();
    queryClient.setQueryData(queryKeys.me(), me);
    void navigate(target, { replace: true });
  }

  return (
    <>
      {readPageMeta("empty") === "1" && <NobodyHasAnAccount />}
      <Card padding="xl">
        <Stack gap="md">
          <SignInForm
            filledIn={filledIn}
            asksForCode={asksForCode}
            refusal={refusal}
            onSignedIn={enter}
          />
          {readPageMeta("sso") !== "" && (
            <>
              <Divider label="or" />
              <SingleSignOnButton name={readPageMeta("sso")} next={target} />
            </>
          )}
        </Stack>
      </Card>
      {readPageMeta("demo") === "1" && <DemoAccounts onPick={setFilledIn} />}
    </>
  );
}

export default function SignInPage() {
  useDocumentTitle("Sign in");
  const location = useLocation();
  const [query] = useSearchParams();
  const target = readTarget(location.state, query.get("next"));
  const error = query.get("error");
  const refusal = error === null ? null : describeReturn(error);

  return (
    <EntryPage tagline="Questions people ask, answers people trust">
      {query.get("resume") === null || refusal !== null ? (
        <SignInCard target={target} asksForCode={false} refusal={refusal} />
      ) : (
        <ReturnGuard target={target}>
          {(asksForCode) => <SignInCard target={target} asksForCode={asksForCode} refusal={null} />}
        </ReturnGuard>
      )}
      <Text size="xs" c="dimmed" ta="center">
        <Anchor component={Link} to="/docs" size="xs" underline="always">
          Documentation
        </Anchor>{" "}
        of Plumbline, and{" "}
        <Anchor href="/api/docs/" size="xs" underline="always">
          of its API
        </Anchor>
        , which programs use with a token.
      </Text>
    </EntryPage>
  );
}
