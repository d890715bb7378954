import { PasswordInput, TextInput } from "@mantine/core";

import type { Account } from "@/api/account";
import type { Proof } from "@/api/secondFactor";

export const NO_PROOF: Proof = { password: "", code: "" };

/** Asks for proof of who it is: the password, or a code if the account has none. */
export function ProofFields({
  account,
  proof,
  errors,
  onChange,
}: {
  account: Account;
  proof: Proof;
  errors: Readonly<Record<string, string>>;
  onChange: (proof: Proof) => void;
}) {
  if (account.has_password) {
    return (
      <PasswordInput
        label="Current password"
        autoComplete="current-password"
        required
        withAsterisk={false}
        data-autofocus
        value={proof.password}
        error={errors.password}
        onChange={(event) => onChange({ ...proof, password: event.currentTarget.value })}
      />
    );
  }
  return (
    <TextInput
      label="Code"
      description="From your authenticator app, or a recovery code."
      autoComplete="one-time-code"
      required
      withAsterisk={false}
      data-autofocus
      value={proof.code}
      error={errors.code}
      onChange={(event) => onChange({ ...proof, code: event.currentTarget.value })}
    />
  );
}
