import { Anchor, Card, Group, Stack, Text, UnstyledButton } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation, useNavigate } from "react-router";

import { queryKeys } from "@/api/queryKeys";
import type { Me } from "@/api/types";
import { EntryPage } from "@/components/EntryPage";
import { readPageMeta } from "@/components/pageMeta";
import { useDocumentTitle } from "@/components/useDocumentTitle";

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
function readTarget(state: unknown): string {
  if (typeof state === "object" && state !== null && "from" in state) {
    const { from } = state;
    if (typeof from === "string" && from.startsWith("/") && !from.startsWith("//")) return from;
  }
  return "/";
}

function DemoAccounts({ onPick }: { onPick: (credentials: Credentials) => void }) {
  return (
    <Stack gap="xs" component="section" aria-label="Demo accounts">
      <Text size="sm" c="dimmed">
        This is a demo. Pick somebody to be; the password is the same for all.
      </Text>
      <Stack gap={2}>
        {DEMO_ACCOUNTS.map(({ username, role }) => (
          <UnstyledButton
            key={username}
            className={classes.account}
            onClick={() => {
              onPick({ username, password: DEMO_PASSWORD });
            }}
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

export default function SignInPage() {
  useDocumentTitle("Sign in");
  const navigate = useNavigate();
  const location = useLocation();
  const queryClient = useQueryClient();
  const [filledIn, setFilledIn] = useState<Credentials>();

  function enter(me: Me): void {
    queryClient.clear();
    queryClient.setQueryData(queryKeys.me(), me);
    void navigate(readTarget(location.state), { replace: true });
  }

  return (
    <EntryPage tagline="Questions people ask, answers people trust">
      <Card padding="xl">
        <SignInForm filledIn={filledIn} onSignedIn={enter} />
      </Card>
      {readPageMeta("demo") === "1" && <DemoAccounts onPick={setFilledIn} />}
      <Text size="xs" c="dimmed" ta="center">
        Programs use the API with a token: see{" "}
        <Anchor href="/api/docs/" size="xs" underline="always">
          its documentation
        </Anchor>
        .
      </Text>
    </EntryPage>
  );
}
