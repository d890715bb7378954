import { NumberInput, SimpleGrid, TextInput } from "@mantine/core";
import { useState } from "react";

import type { TeamFields as Fields } from "@/api/competitions";
import { fieldErrors } from "@/api/errors";
import { Form } from "@/components/Form";

export type AllTeamFields = Required<Fields>;

export const EMPTY_TEAM: AllTeamFields = {
  name: "",
  paper_url: "",
  code_url: "",
  model_url: "",
  model_parameters: null,
};

const LINKS = [
  ["paper_url", "Link to the paper (optional)"],
  ["code_url", "Link to the code (optional)"],
  ["model_url", "Link to the model (optional)"],
] as const;

interface TeamFieldsProps {
  readonly stored: AllTeamFields;
  readonly sending: { readonly error: unknown; readonly isPending: boolean };
  readonly action: string;
  readonly onSend: (fields: AllTeamFields) => void;
}

/** A team's name, links and the size of its model. */
export function TeamFields({ stored, sending, action, onSend }: TeamFieldsProps) {
  const [edits, setEdits] = useState<Partial<AllTeamFields>>({});
  const fields = { ...stored, ...edits };
  const errors = fieldErrors(sending.error);
  return (
    <Form
      sending={sending}
      onSubmit={() => {
        onSend({ ...fields, name: fields.name.trim() });
      }}
      action={action}
      canSubmit={fields.name.trim() !== ""}
      shownAt={Object.keys(EMPTY_TEAM)}
    >
      <TextInput
        label="Name of the team"
        required
        maxLength={60}
        value={fields.name}
        error={errors.name}
        onChange={(event) => setEdits({ ...edits, name: event.currentTarget.value })}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {LINKS.map(([name, label]) => (
          <TextInput
            key={name}
            label={label}
            type="url"
            placeholder="https://"
            maxLength={500}
            value={fields[name]}
            error={errors[name]}
            onChange={(event) => setEdits({ ...edits, [name]: event.currentTarget.value })}
          />
        ))}
        <NumberInput
          label="Model parameters (optional)"
          placeholder="110,000,000"
          thousandSeparator=","
          min={1}
          max={1e15}
          value={fields.model_parameters ?? ""}
          error={errors.model_parameters}
          onChange={(value) =>
            setEdits({ ...edits, model_parameters: typeof value === "number" ? value : null })
          }
        />
      </SimpleGrid>
    </Form>
  );
}
