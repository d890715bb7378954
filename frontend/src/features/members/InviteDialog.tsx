import { Group, Modal, NumberInput, Select, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { fieldErrors } from "@/api/errors";
import { createInvitation } from "@/api/invitations";
import { queryKeys } from "@/api/queryKeys";
import type { Invitation, Role } from "@/api/types";
import type { DialogProps } from "@/components/dialogProps";
import { Form } from "@/components/Form";
import { count, formatDateTime } from "@/components/format";
import { MadeSecret } from "@/components/MadeSecret";
import { readPageMeta } from "@/components/pageMeta";

import { RoleField } from "./RoleField";

const DAYS = [1, 3, 7, 14, 30, 90].map((days) => ({
  value: String(days),
  label: count(days, "day"),
}));

function InviteForm({
  slug,
  onClose,
  onMade,
}: {
  slug: string;
  onClose: () => void;
  onMade: (invitation: Invitation) => void;
}) {
  const queryClient = useQueryClient();
  const hasMail = readPageMeta("mail") === "1";
  const [role, setRole] = useState<Role>("annotator");
  const [people, setPeople] = useState<string | number>(1);
  const [days, setDays] = useState("14");
  const [email, setEmail] = useState("");
  const [note, setNote] = useState("");
  const invite = useMutation({
    mutationFn: () =>
      createInvitation(slug, {
        role,
        days: Number(days),
        max_uses: Number(people),
        email: email.trim(),
        note: note.trim(),
      }),
    meta: { silent: true },
    onSuccess: async (invitation) => {
      onMade(invitation);
      await queryClient.invalidateQueries({ queryKey: queryKeys.project(slug) });
    },
  });
  const errors = fieldErrors(invite.error);

  return (
    <Form sending={invite} onSubmit={invite.mutate} action="Create link" onCancel={onClose}>
      <RoleField label="They join as" value={role} onChange={setRole} />
      <Group grow align="flex-start">
        <NumberInput
          label="How many people"
          min={1}
          max={1000}
          required
          value={people}
          error={errors.max_uses}
          onChange={setPeople}
        />
        <Select
          label="The link works for"
          data={DAYS}
          value={days}
          error={errors.days}
          onChange={(value) => {
            if (value !== null) setDays(value);
          }}
        />
      </Group>
      {hasMail && (
        <TextInput
          label="Mail it to"
          description="Leave empty to send the link yourself."
          type="email"
          value={email}
          error={errors.email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
      )}
      <TextInput
        label="Note"
        description="Shown in the list of invitations. The people you invite don’t see it."
        maxLength={200}
        value={note}
        error={errors.note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </Form>
  );
}

function MadeLink({ invitation, onClose }: { invitation: Invitation; onClose: () => void }) {
  const link = invitation.link ?? "";
  const people = invitation.max_uses === 1 ? "one person" : `${invitation.max_uses} people`;
  return (
    <MadeSecret label="Link" text={link} copy="Copy link" onDone={onClose}>
      With this link {people} can join until {formatDateTime(invitation.expires_at)}.{" "}
      {invitation.mail_state === "queued"
        ? `The mail is on its way to ${invitation.email}.`
        : "Anyone with the link can use it, so don’t share it with anyone else."}
    </MadeSecret>
  );
}

function InviteSteps({ slug, onClose }: { slug: string; onClose: () => void }) {
  const [made, setMade] = useState<Invitation>();
  if (made) return <MadeLink invitation={made} onClose={onClose} />;
  return <InviteForm slug={slug} onClose={onClose} onMade={setMade} />;
}

/** Makes a link by which people join the project, and shows it. */
export function InviteDialog({ slug, opened, onClose }: DialogProps & { slug: string }) {
  return (
    <Modal opened={opened} onClose={onClose} title="Invite by link">
      <InviteSteps slug={slug} onClose={onClose} />
    </Modal>
  );
}
