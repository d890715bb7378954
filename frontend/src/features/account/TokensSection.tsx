import { Badge, Button, Group, Text, ThemeIcon } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconKey } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";

import { type ApiToken, tokensQuery } from "@/api/tokens";
import { count, formatDate } from "@/components/format";
import { QueryView } from "@/components/QueryView";
import { RelativeTime } from "@/components/RelativeTime";

import { AccountSection } from "./AccountSection";
import { NewTokenDialog } from "./NewTokenDialog";
import { RevokeDialog } from "./RevokeDialog";
import rows from "./rows.module.css";
import classes from "./TokensSection.module.css";

function hasExpired({ expires_at }: ApiToken): boolean {
  return expires_at !== null && new Date(expires_at) <= new Date();
}

function TokenRow({ token, onRevoke }: { token: ApiToken; onRevoke: () => void }) {
  return (
    <li className={rows.row}>
      <ThemeIcon variant="light" color="gray" size={36} radius="xl">
        <IconKey size={19} stroke={1.6} aria-hidden />
      </ThemeIcon>
      <div className={rows.about}>
        <Group gap="xs" wrap="nowrap">
          <Text size="sm" fw={550} truncate>
            {token.name}
          </Text>
          {hasExpired(token) && <Badge color="brick">Expired</Badge>}
        </Group>
        <Text size="sm" c="dimmed">
          <span className={classes.beginning}>{token.beginning}…</span> · made{" "}
          {formatDate(token.created_at)} ·{" "}
          {token.last_used_at === null ? (
            "never used"
          ) : (
            <>
              used <RelativeTime at={token.last_used_at} />
            </>
          )}
          {token.expires_at !== null &&
            ` · ${hasExpired(token) ? "expired" : "expires"} ${formatDate(token.expires_at)}`}
        </Text>
      </div>
      <Button
        variant="subtle"
        color="gray"
        size="xs"
        aria-label={`Revoke ${token.name}`}
        onClick={onRevoke}
      >
        Revoke
      </Button>
    </li>
  );
}

function TokenList({
  tokens,
  total,
  onRevoke,
}: {
  tokens: ApiToken[];
  total: number;
  onRevoke: (token: ApiToken) => void;
}) {
  if (tokens.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        You have none.
      </Text>
    );
  }
  return (
    <div>
      <ul className={rows.list}>
        {tokens.map((token) => (
          <TokenRow key={token.id} token={token} onRevoke={() => onRevoke(token)} />
        ))}
      </ul>
      {total > tokens.length && (
        <Text size="sm" c="dimmed">
          and {count(total - tokens.length, "older one")}
        </Text>
      )}
    </div>
  );
}

/** The keys with which scripts act in somebody's name: which there are, new ones, their end. */
export function TokensSection() {
  const tokens = useQuery(tokensQuery());
  const newToken = useRef<HTMLButtonElement>(null);
  const [opened, creation] = useDisclosure(false);
  const [revoked, setRevoked] = useState<ApiToken | "all" | null>(null);
  return (
    <AccountSection
      title="API tokens"
      about="With a token, a script can do in your projects everything that you can. Give each script its own token."
    >
      <QueryView query={tokens}>
        {(found) => (
          <>
            <TokenList tokens={found.results} total={found.count} onRevoke={setRevoked} />
            <Group>
              <Button ref={newToken} variant="light" onClick={creation.open}>
                New token
              </Button>
              {found.count > 1 && (
                <Button variant="default" onClick={() => setRevoked("all")}>
                  Revoke all
                </Button>
              )}
            </Group>
          </>
        )}
      </QueryView>
      <NewTokenDialog opened={opened} onClose={creation.close} />
      <RevokeDialog
        token={revoked}
        onClose={() => setRevoked(null)}
        // The row has left with the button that opened the dialog.
        onRevoked={() => newToken.current?.focus()}
      />
    </AccountSection>
  );
}
