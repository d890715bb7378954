import { Button, Select, Stack, Switch, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconLink, IconUserPlus, IconUsers } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";

import { membersQuery, updateMember } from "@/api/projects";
import { queryKeys } from "@/api/queryKeys";
import { splitsQuery } from "@/api/splits";
import type { Member, Role } from "@/api/types";
import { useMe } from "@/api/useMe";
import { useProject } from "@/api/useProject";
import { formatDate } from "@/components/format";
import { type Column, PagedTable } from "@/components/PagedTable";
import { PageHeader } from "@/components/PageHeader";
import { EmptyState } from "@/components/states";
import { useDocumentTitle } from "@/components/useDocumentTitle";
import { useListParams } from "@/components/useListParams";

import { AddMemberDialog } from "./AddMemberDialog";
import { InvitationList } from "./InvitationList";
import { InviteDialog } from "./InviteDialog";
import { ROLES, isRole } from "./roles";

const FILTERS: readonly never[] = [];

type Change = Partial<{ role: Role; is_active: boolean; is_steward: boolean }>;

function useMemberChange(slug: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...changes }: Change & { id: number }) => updateMember(slug, id, changes),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.project(slug) }),
  });
}

function listColumns(own: string, change: ReturnType<typeof useMemberChange>): Column<Member>[] {
  return [
    {
      key: "member",
      header: "Member",
      render: ({ username, name, is_active: isActive }) => (
        <Stack gap={0} c={isActive ? undefined : "dimmed"}>
          <Text size="sm" fw={500}>
            {name}
            {username === own && (
              <Text span size="sm" c="dimmed" fw={400}>
                {" "}
                (you)
              </Text>
            )}
          </Text>
          {name !== username && (
            <Text size="xs" c="dimmed">
              {username}
            </Text>
          )}
        </Stack>
      ),
    },
    {
      key: "pseudonym",
      header: "Pseudonym",
      width: 150,
      render: ({ pseudonym, is_active: isActive }) => (
        <Text size="sm" c={isActive ? undefined : "dimmed"}>
          {pseudonym}
        </Text>
      ),
    },
    {
      key: "role",
      header: "Role",
      width: 190,
      render: ({ id, username, name, role, is_active: isActive }) => (
        <Select
          size="xs"
          aria-label={`Role of ${name}`}
          data={ROLES}
          value={role}
          disabled={!isActive || username === own}
          onChange={(value) => {
            if (value !== null && isRole(value)) change.mutate({ id, role: value });
          }}
        />
      ),
    },
    {
      key: "joined",
      header: "Since",
      width: 130,
      render: ({ joined_at: at }) => formatDate(at),
    },
    {
      key: "active",
      header: "Active",
      width: 100,
      align: "right",
      render: ({ id, username, name, is_active: isActive }) => (
        <Switch
          aria-label={`${name} is active`}
          style={{ display: "inline-block", verticalAlign: "middle" }}
          checked={isActive}
          disabled={username === own}
          onChange={(event) => change.mutate({ id, is_active: event.currentTarget.checked })}
        />
      ),
    },
  ];
}

/** Whether leads see the hidden split, for stewards to change. */
function stewardColumn(
  isSteward: boolean,
  change: ReturnType<typeof useMemberChange>,
): Column<Member> {
  return {
    key: "steward",
    header: "Hidden split",
    width: 110,
    align: "right",
    render: ({ id, username, role, is_active: isActive, is_steward: sees }) =>
      role === "lead" &&
      isActive && (
        <Switch
          aria-label={`${username} sees the hidden split`}
          style={{ display: "inline-block", verticalAlign: "middle" }}
          checked={sees}
          disabled={!isSteward}
          onChange={(event) => {
            change.mutate({ id, is_steward: event.currentTarget.checked });
          }}
        />
      ),
  };
}

/** Who is in the project, and as what. */
export default function MembersPage() {
  const project = useProject();
  const me = useMe();
  useDocumentTitle("Members", project.title);
  const list = useListParams(FILTERS);
  const members = useQuery(membersQuery(project.slug, list.query));
  const splits = useQuery(splitsQuery(project.slug));
  const change = useMemberChange(project.slug);
  const hides = splits.data !== undefined && splits.data.hidden !== "";
  const [isAdding, dialog] = useDisclosure(false);
  const [isInviting, invitation] = useDisclosure(false);
  return (
    <>
      <PageHeader
        title="Members"
        actions={
          <>
            <Button
              variant="default"
              leftSection={<IconUserPlus size={16} aria-hidden />}
              onClick={dialog.open}
            >
              Add a member
            </Button>
            <Button leftSection={<IconLink size={16} aria-hidden />} onClick={invitation.open}>
              Invite by link
            </Button>
          </>
        }
      >
        Annotators answer, experts judge, leads run the project. An inactive member can’t open the
        project, but their work stays. Only leads see names; everybody else sees pseudonyms.
      </PageHeader>
      <PagedTable
        label="Members"
        query={members}
        columns={[
          ...listColumns(me.username, change),
          ...(hides ? [stewardColumn(splits.data.is_steward, change)] : []),
        ]}
        rowKey={({ id }) => id}
        page={list.page}
        onPageChange={list.setPage}
        empty={<EmptyState icon={IconUsers} title="No members yet" />}
      />
      <InvitationList slug={project.slug} />
      <AddMemberDialog slug={project.slug} opened={isAdding} onClose={dialog.close} />
      <InviteDialog slug={project.slug} opened={isInviting} onClose={invitation.close} />
    </>
  );
}
