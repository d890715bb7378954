import { Checkbox, Modal, PasswordInput, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { fieldErrors } from "@/api/errors";
import { addMember } from "@/api/projects";
import { queryKeys } from "@/api/queryKeys";
import type { Role } from "@/api/types";
import type { DialogProps } from "@/components/dialogProps";
import { Form } from "@/components/Form";
import { notifyDone } from "@/components/notify";

import { RoleField } from "./RoleField";

function AddMemberForm({ slug, onClose }: { slug: string; onClose: () => void }) {
  const queryClient = useQueryClient();
  const [username, setUsername] = useState("");
  const [role, setRole] = useState<Role>("annotator");
  const [isNewAccount, setNewAccount] = useState(false);
  const [password, setPassword] = useState("");
  const add = useMutation({
    mutationFn: () =>
      addMember(slug, {
        username: username.trim(),
        role,
        password: isNewAccount ? password : "",
      }),
    meta: { silent: true },
    onSuccess: async (member) => {
      await queryClient.invalidateQueries({ queryKey: queryKeys.project(slug) });
      notifyDone(`${member.display_name || member.username} was added to the project.`);
      onClose();
    },
  });
  const errors = fieldErrors(add.error);

  return (
    <Form sending={add} onSubmit={add.mutate} action="Add" onCancel={onClose}>
      <TextInput
        label="Name"
        description="The name they sign in with."
        required
        autoCapitalize="none"
        spellCheck={false}
        data-autofocus
        value={username}
        error={errors.username}
        onChange={(event) => setUsername(event.currentTarget.value)}
      />
      <RoleField label="Role" value={role} onChange={setRole} />
      <Checkbox
        label="Create an account for them"
        checked={isNewAccount}
        onChange={(event) => setNewAccount(event.currentTarget.checked)}
      />
      {isNewAccount && (
        <PasswordInput
          label="First password"
          description="Give it to them yourself; no mail is sent."
          autoComplete="new-password"
          required
          value={password}
          error={errors.password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
      )}
    </Form>
  );
}

/** Adds somebody to the project, with a new account if they have none. */
export function AddMemberDialog({ slug, opened, onClose }: DialogProps & { slug: string }) {
  return (
    <Modal opened={opened} onClose={onClose} title="Add a member">
      <AddMemberForm slug={slug} onClose={onClose} />
    </Modal>
  );
}
