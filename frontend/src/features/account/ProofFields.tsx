import { PasswordInput, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";

import type { Account } from "@/api/account";
import { type Proof, secondFactorQuery } from "@/api/secondFactor";

export const NO_PROOF: Proof = { password: "", code: "" };

/** What proves who it is: the password, else a code of the second factor, else nothing. */
export function useAskedProof(account: Account): keyof Proof | null {
  const mayHaveCodes = !account.has_password && account.second_factor !== "off";
  const { data } = useQuery({ ...secondFactorQuery(), enabled: mayHaveCodes });
  if (account.has_password) return "password";
  return data?.is_on === true ? "code" : null;
}

/** Asks for proof of who it is, if the account has any. */
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
  const asked = useAskedProof(account);
  if (asked === null) return null;
  if (asked === "password") {
    return (
      <PasswordInput
        label="Current password"
        autoComplete="current-password"
        required
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
      data-autofocus
      value={proof.code}
      error={errors.code}
      onChange={(event) => onChange({ ...proof, code: event.currentTarget.value })}
    />
  );
}
