import { Badge, Button, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import type { Account } from "@/api/account";
import { type SecondFactor, secondFactorQuery } from "@/api/secondFactor";
import { count, formatDate } from "@/components/format";
import { QueryView } from "@/components/QueryView";
import { RelativeTime } from "@/components/RelativeTime";

import { AccountSection } from "./AccountSection";
import { SecondFactorDialog, type Wish } from "./SecondFactorDialog";

const FEW = 3;

function Present({ found, onWish }: { found: SecondFactor; onWish: (wish: Wish) => void }) {
  const left = found.recovery_codes_left;
  return (
    <>
      <Stack gap={2}>
        <Group gap="xs">
          <Text size="sm" fw={550}>
            Authenticator app
          </Text>
          <Badge>On</Badge>
        </Group>
        <Text size="sm" c="dimmed">
          {found.since !== null && `since ${formatDate(found.since)} · `}
          {found.last_used_at === null ? (
            "not used yet"
          ) : (
            <>
              last used <RelativeTime at={found.last_used_at} />
            </>
          )}
        </Text>
        <Text size="sm" c={left < FEW ? undefined : "dimmed"}>
          {count(left, "recovery code")} left{left < FEW && ": create new ones"}
        </Text>
      </Stack>
      <Group>
        <Button variant="default" onClick={() => onWish("show")}>
          Show recovery codes
        </Button>
        <Button variant="default" onClick={() => onWish("renew")}>
          New recovery codes
        </Button>
        {found.policy === "optional" && (
          <Button variant="subtle" color="gray" onClick={() => onWish("off")}>
            Turn off…
          </Button>
        )}
      </Group>
    </>
  );
}

/** The second factor, on a site that has them: setting it up, its recovery codes, its end. */
export function SecondFactorSection({ account }: { account: Account }) {
  const secondFactor = useQuery(secondFactorQuery());
  const [wish, setWish] = useState<Wish | null>(null);
  return (
    <AccountSection
      title="Second factor"
      about="With a second factor, you also enter a code from an app on your phone when you sign in. Somebody who learns your password can’t get in. API tokens keep working."
    >
      <QueryView query={secondFactor}>
        {(found) =>
          found.is_on ? (
            <Present found={found} onWish={setWish} />
          ) : (
            <Group>
              <Button variant="light" onClick={() => setWish("set-up")}>
                Set up…
              </Button>
            </Group>
          )
        }
      </QueryView>
      <SecondFactorDialog account={account} wish={wish} onClose={() => setWish(null)} />
    </AccountSection>
  );
}
