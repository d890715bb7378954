import { Badge, Button, Group, Stack, Text, Title, VisuallyHidden } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { invitationsQuery, revokeInvitation } from "@/api/invitations";
import { queryKeys } from "@/api/queryKeys";
import type { Invitation, InvitationState } from "@/api/types";
import { CopyButton } from "@/components/CopyButton";
import { ROLE_NAMES } from "@/components/names";
import { notifyDone } from "@/components/notify";
import { type Column, PAGE_SIZE, PagedTable } from "@/components/PagedTable";
import { placeAround } from "@/components/placeAround";
import { RelativeTime } from "@/components/RelativeTime";

const STATES: Record<InvitationState, { label: string; color: string }> = {
  open: { label: "Open", color: "plumb" },
  used: { label: "Used", color: "gray" },
  expired: { label: "Expired", color: "gray" },
  revoked: { label: "Revoked", color: "gray" },
};

const MAIL: Record<Invitation["mail_state"], string> = {
  none: "",
  queued: "being mailed",
  sent: "mailed",
  failed: "couldn’t be mailed; send the link yourself",
};

function useRevocation(slug: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => revokeInvitation(slug, id),
    onSuccess: () => {
      notifyDone("Nobody else can join with this link.");
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.project(slug) }),
  });
}

function describeUsers({ used_by: users, uses }: Invitation): string {
  if (uses === 0) return "–";
  const names = users.map(({ username, display_name: name }) => name || username);
  const more = uses - names.length;
  return more > 0 ? `${names.join(", ")} and ${more} more` : names.join(", ");
}

function About({
  invitation: { role, note, email, mail_state: mail },
}: {
  invitation: Invitation;
}) {
  const details = [note, email, MAIL[mail]].filter((part) => part !== "").join(" · ");
  return (
    <Stack gap={0}>
      <Text size="sm" fw={500}>
        {ROLE_NAMES[role]}
      </Text>
      {details !== "" && (
        <Text
          size="xs"
          c={mail === "failed" ? "brick" : "dimmed"}
          style={{ overflowWrap: "anywhere" }}
        >
          {details}
        </Text>
      )}
    </Stack>
  );
}

function listColumns(revocation: ReturnType<typeof useRevocation>): Column<Invitation>[] {
  return [
    {
      key: "for",
      header: "As",
      render: (invitation) => <About invitation={invitation} />,
    },
    {
      key: "state",
      header: "State",
      width: 105,
      render: ({ state }) => <Badge color={STATES[state].color}>{STATES[state].label}</Badge>,
    },
    {
      key: "used",
      header: "Joined",
      render: (invitation) => (
        <Text size="sm">
          {describeUsers(invitation)}
          {invitation.max_uses > 1 && (
            <Text span size="sm" c="dimmed">
              {" "}
              ({invitation.uses} of {invitation.max_uses})
            </Text>
          )}
        </Text>
      ),
    },
    {
      key: "until",
      header: "Until",
      width: 110,
      render: ({ expires_at: at }) => <RelativeTime at={at} />,
    },
    {
      key: "actions",
      header: <VisuallyHidden>Actions</VisuallyHidden>,
      width: 250,
      align: "right",
      render: ({ id, link, state }) =>
        state === "open" && (
          <Group gap={4} justify="flex-end" wrap="nowrap">
            {link !== null && (
              <CopyButton size="xs" variant="default" text={link} label="Copy link" />
            )}
            <Button
              flex="none"
              size="xs"
              variant="subtle"
              color="brick"
              loading={revocation.isPending && revocation.variables === id}
              onClick={(event) => {
                // The button leaves.
                placeAround(event.currentTarget)?.focus();
                revocation.mutate(id);
              }}
            >
              Revoke
            </Button>
          </Group>
        ),
    },
  ];
}

/** The project's invitations; nothing as long as there is none. */
export function InvitationList({ slug }: { slug: string }) {
  const [page, setPage] = useState(1);
  const invitations = useQuery(invitationsQuery(slug, { page, page_size: PAGE_SIZE }));
  const revocation = useRevocation(slug);
  if (invitations.data?.count === 0) return null;
  return (
    <Stack gap="sm" mt="xl" component="section" aria-label="Invitations" tabIndex={-1}>
      <Title order={2} size="h3">
        Invitations
      </Title>
      <PagedTable
        label="Invitations"
        query={invitations}
        columns={listColumns(revocation)}
        rowKey={({ id }) => id}
        page={page}
        onPageChange={setPage}
        empty={null}
      />
    </Stack>
  );
}
