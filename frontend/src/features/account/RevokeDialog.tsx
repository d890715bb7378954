import { useMutation, useQueryClient } from "@tanstack/react-query";

import { queryKeys } from "@/api/queryKeys";
import { type ApiToken, revokeAllTokens, revokeToken } from "@/api/tokens";
import { ConfirmDialog } from "@/components/ConfirmDialog";
import { notifyDone } from "@/components/notify";

/** Asks before a token, or all of them, stop working. */
export function RevokeDialog({
  token,
  onClose,
  onRevoked,
}: {
  token: ApiToken | "all" | null;
  onClose: () => void;
  /** Called once the list is there without the token. */
  onRevoked: () => void;
}) {
  const queryClient = useQueryClient();
  const isAll = token === "all";
  const revoke = useMutation({
    mutationFn: (chosen: ApiToken | "all") =>
      chosen === "all" ? revokeAllTokens() : revokeToken(chosen.id),
    onSuccess: async () => {
      notifyDone(isAll ? "All your tokens are revoked." : "The token is revoked.");
      onClose();
      await queryClient.invalidateQueries({ queryKey: queryKeys.tokens() });
      onRevoked();
    },
  });
  return (
    <ConfirmDialog
      opened={token !== null}
      title={isAll ? "Revoke all tokens?" : "Revoke this token?"}
      action={isAll ? "Revoke all" : "Revoke token"}
      isPending={revoke.isPending}
      onClose={onClose}
      onConfirm={() => {
        if (token !== null) revoke.mutate(token);
      }}
    >
      {isAll
        ? "Scripts that use one of your tokens stop working now."
        : token !== null && `Scripts that use “${token.name}” stop working now.`}
    </ConfirmDialog>
  );
}
