import { Modal, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import type { Account } from "@/api/account";
import { fieldErrors } from "@/api/errors";
import { queryKeys } from "@/api/queryKeys";
import { type Proof, readRecoveryCodes, renewRecoveryCodes, turnOff } from "@/api/secondFactor";
import { Form } from "@/components/Form";
import { notifyDone } from "@/components/notify";

import { NO_PROOF, ProofFields } from "./ProofFields";
import { RecoveryCodes } from "./RecoveryCodes";
import { SetUpSecondFactor } from "./SetUpSecondFactor";

export type Wish = "set-up" | "show" | "renew" | "off";

const TITLES: Record<Wish, string> = {
  "set-up": "Set up a second factor",
  show: "Your recovery codes",
  renew: "New recovery codes",
  off: "Turn the second factor off?",
};

const ABOUT: Record<Exclude<Wish, "set-up">, string> = {
  show: "Confirm that it’s you to see them.",
  renew: "Your old codes stop working once you have new ones.",
  off: "After that, you sign in without a code. Your recovery codes are deleted too.",
};

const ACTIONS: Record<Exclude<Wish, "set-up">, string> = {
  show: "Show them",
  renew: "Create new codes",
  off: "Turn it off",
};

/** The codes that there are then. */
async function fulfil(wish: Exclude<Wish, "set-up">, proof: Proof): Promise<string[] | null> {
  if (wish === "show") return readRecoveryCodes(proof);
  if (wish === "renew") return renewRecoveryCodes(proof);
  await turnOff(proof);
  return null;
}

function ProvedWish({
  account,
  wish,
  onClose,
}: {
  account: Account;
  wish: Exclude<Wish, "set-up">;
  onClose: () => void;
}) {
  const queryClient = useQueryClient();
  const [proof, setProof] = useState(NO_PROOF);
  const [codes, setCodes] = useState<string[]>();
  const attempt = useMutation({
    mutationFn: () => fulfil(wish, { ...proof, code: proof.code.trim() }),
    meta: { silent: true },
    onSuccess: async (found) => {
      if (found === null) {
        notifyDone("You now sign in without a code.");
        onClose();
      } else {
        setCodes(found);
      }
      await queryClient.invalidateQueries({ queryKey: queryKeys.secondFactor() });
    },
  });
  const errors = fieldErrors(attempt.error);

  if (codes !== undefined) return <RecoveryCodes codes={codes} onDone={onClose} />;
  return (
    <Form
      sending={attempt}
      onSubmit={attempt.mutate}
      action={ACTIONS[wish]}
      isDangerous={wish === "off"}
      onCancel={onClose}
      shownAt={Object.keys(errors)}
    >
      <Text size="sm">{ABOUT[wish]}</Text>
      <ProofFields account={account} proof={proof} errors={errors} onChange={setProof} />
    </Form>
  );
}

/** What somebody wants to do with their second factor; null: nothing. */
export function SecondFactorDialog({
  account,
  wish,
  onClose,
}: {
  account: Account;
  wish: Wish | null;
  onClose: () => void;
}) {
  const queryClient = useQueryClient();

  function finish(): void {
    void queryClient.invalidateQueries({ queryKey: queryKeys.secondFactor() });
    onClose();
  }

  return (
    <Modal
      opened={wish !== null}
      onClose={finish}
      title={wish === null ? "" : TITLES[wish]}
      // A click outside would throw away codes that nobody has kept yet.
      closeOnClickOutside={false}
    >
      {wish === "set-up" && <SetUpSecondFactor account={account} onDone={finish} />}
      {wish !== null && wish !== "set-up" && (
        <ProvedWish account={account} wish={wish} onClose={onClose} />
      )}
    </Modal>
  );
}
