import { Button, Group, Select, Stack, Switch, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconLink, IconUserPlus, IconUsers } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { membersQuery, updateMember } from "@/api/projects";
import { queryKeys } from "@/api/queryKeys";
import { splitsQuery } from "@/api/splits";
import type { Member, Role } from "@/api/types";
import { useMe } from "@/api/useMe";
import { useProject } from "@/api/useProject";
import { ChosenBar, choiceColumn } from "@/components/ChosenRows";
import { count, formatCount, formatDate } from "@/components/format";
import { ListFilter } from "@/components/ListFilter";
import { ListTable } from "@/components/ListTable";
import { ListTools } from "@/components/ListTools";
import type { Column } from "@/components/PagedTable";
import { PageHeader } from "@/components/PageHeader";
import { SearchField } from "@/components/SearchField";
import { EmptyState } from "@/components/states";
import { type ChosenRows, useChosenRows } from "@/components/useChosenRows";
import { useDocumentTitle } from "@/components/useDocumentTitle";
import { useListParams } from "@/components/useListParams";
import { useTableColumns } from "@/components/useTableColumns";

import { AddMemberDialog } from "./AddMemberDialog";
import { EndDialog, useActivity } from "./EndDialog";
import { InvitationList } from "./InvitationList";
import { InviteDialog } from "./InviteDialog";
import { ROLES, isRole } from "./roles";

const FILTERS = ["search", "role", "is_active", "ordering"] as const;

const STATES = [
  { value: "", label: "Active and former" },
  { value: "true", label: "Active" },
  { value: "false", label: "Former" },
];

/** Columns of the list by their names in the file. */
const IN_FILE: Readonly<Record<string, string>> = {
  pseudonym: "pseudonym",
  role: "role",
  joined: "joined_at",
  active: "is_active",
  steward: "is_steward",
};

type Change = Partial<{ role: Role; is_active: boolean; is_steward: boolean }>;

function useMemberChange(slug: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...changes }: Change & { id: number }) => updateMember(slug, id, changes),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.project(slug) }),
  });
}

function listColumns(
  own: string,
  chosen: ChosenRows<Member>,
  change: ReturnType<typeof useMemberChange>,
  onEnd: (member: Member) => void,
): Column<Member>[] {
  return [
    choiceColumn(chosen, ({ username, name }) => (username === own ? null : name)),
    {
      key: "member",
      header: "Member",
      sort: "name",
      isFixed: true,
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
      sort: "pseudonym",
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
      sort: "role",
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
      sort: "joined_at",
      width: 130,
      render: ({ joined_at: at }) => formatDate(at),
    },
    {
      key: "active",
      header: "Active",
      sort: "is_active",
      width: 100,
      align: "right",
      render: (member) => (
        <Switch
          aria-label={`${member.name} is active`}
          style={{ display: "inline-block", verticalAlign: "middle" }}
          checked={member.is_active}
          disabled={member.username === own}
          onChange={() => {
            if (member.is_active) onEnd(member);
            else change.mutate({ id: member.id, is_active: true });
          }}
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
  const [ending, setEnding] = useState<readonly Member[]>([]);
  const activity = useActivity(project.slug);
  const others = (members.data?.results ?? []).filter(({ username }) => username !== me.username);
  const chosen = useChosenRows(others);
  const active = chosen.rows.filter(({ is_active: isActive }) => isActive);
  const former = chosen.rows.filter(({ is_active: isActive }) => !isActive);
  const table = useTableColumns([
    ...listColumns(me.username, chosen, change, (member) => setEnding([member])),
    ...(hides ? [stewardColumn(splits.data.is_steward, change)] : []),
  ]);
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
      <Stack>
        <Group gap="sm" align="flex-end">
          <SearchField
            label="Search members"
            value={list.filters.search}
            onChange={(typed) => list.setFilter("search", typed)}
          />
          <ListFilter
            list={list}
            name="role"
            label="Role"
            width={150}
            data={[{ value: "", label: "Any role" }, ...ROLES]}
          />
          <ListFilter list={list} name="is_active" label="State" width={180} data={STATES} />
          <ListTools
            slug={project.slug}
            list="members"
            filters={list.filters}
            choice={table.choice}
            columns={["member", "username", ...table.shown.map((key) => IN_FILE[key] ?? key)]}
          />
        </Group>
        <ChosenBar chosen={chosen} noun="member">
          {active.length > 0 && (
            <Button size="xs" variant="default" onClick={() => setEnding(active)}>
              End {count(active.length, "membership")}
            </Button>
          )}
          {former.length > 0 && (
            <Button
              size="xs"
              variant="default"
              loading={activity.isPending}
              onClick={() => activity.mutate({ members: former, isActive: true })}
            >
              Make {formatCount(former.length)} active
            </Button>
          )}
        </ChosenBar>
        <ListTable
          label="Members"
          query={members}
          columns={table.columns}
          list={list}
          empty={<EmptyState icon={IconUsers} title="No members yet" />}
        />
      </Stack>
      {ending.length > 0 && (
        <EndDialog activity={activity} members={ending} onClose={() => setEnding([])} />
      )}
      <InvitationList slug={project.slug} />
      <AddMemberDialog slug={project.slug} opened={isAdding} onClose={dialog.close} />
      <InviteDialog slug={project.slug} opened={isInviting} onClose={invitation.close} />
    </>
  );
}
