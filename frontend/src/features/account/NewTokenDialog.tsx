import { Modal, Select, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { fieldErrors } from "@/api/errors";
import { queryKeys } from "@/api/queryKeys";
import { type NewApiToken, createToken } from "@/api/tokens";
import type { DialogProps } from "@/components/dialogProps";
import { Form } from "@/components/Form";
import { count } from "@/components/format";
import { MadeSecret } from "@/components/MadeSecret";

import classes from "./TokensSection.module.css";

const DAY_MS = 86_400_000;
const FOREVER = "forever";
const PERIODS = [
  ...[7, 30, 90, 365].map((days) => ({ value: String(days), label: count(days, "day") })),
  { value: FOREVER, label: "Until I revoke it" },
];

function TokenForm({
  onClose,
  onMade,
}: {
  onClose: () => void;
  onMade: (made: NewApiToken) => void;
}) {
  const queryClient = useQueryClient();
  const [name, setName] = useState("");
  const [period, setPeriod] = useState("90");
  const create = useMutation({
    mutationFn: () => {
      const end = period === FOREVER ? null : new Date(Date.now() + Number(period) * DAY_MS);
      return createToken(name.trim(), end);
    },
    meta: { silent: true },
    onSuccess: async (made) => {
      onMade(made);
      await queryClient.invalidateQueries({ queryKey: queryKeys.tokens() });
    },
  });
  const errors = fieldErrors(create.error);

  return (
    <Form
      sending={create}
      onSubmit={create.mutate}
      action="Create token"
      onCancel={onClose}
      shownAt={["name"]}
    >
      <TextInput
        label="Name"
        description="What it is for, so you know later which one to revoke."
        placeholder="Nightly export"
        required
        maxLength={80}
        data-autofocus
        value={name}
        error={errors.name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Select
        label="It works for"
        data={PERIODS}
        value={period}
        onChange={(value) => {
          if (value !== null) setPeriod(value);
        }}
      />
    </Form>
  );
}

function MadeToken({ made, onClose }: { made: NewApiToken; onClose: () => void }) {
  return (
    <MadeSecret
      label="Key"
      text={made.key}
      copy="Copy key"
      className={classes.key}
      onDone={onClose}
    >
      Copy the key of “{made.token.name}” now. It is not stored, so nobody can show it to you again.
      Anyone who has it can act in your name.
    </MadeSecret>
  );
}

function Steps({ onClose }: { onClose: () => void }) {
  const [made, setMade] = useState<NewApiToken>();
  if (made) return <MadeToken made={made} onClose={onClose} />;
  return <TokenForm onClose={onClose} onMade={setMade} />;
}

/** Makes a token and shows its key, this once. */
export function NewTokenDialog({ opened, onClose }: DialogProps) {
  return (
    // A click outside would throw away a key that nobody has copied yet.
    <Modal opened={opened} onClose={onClose} title="New token" closeOnClickOutside={false}>
      <Steps onClose={onClose} />
    </Modal>
  );
}
