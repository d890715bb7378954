import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";

import { queryKeys } from "@/api/queryKeys";
import { type ApiToken, revokeAllTokens, revokeToken } from "@/api/tokens";
import { notifyDone } from "@/components/notify";

function Question({ token, onClose }: { token: ApiToken | "all"; onClose: () => void }) {
  const queryClient = useQueryClient();
  const isAll = token === "all";
  const revoke = useMutation({
    mutationFn: () => (token === "all" ? revokeAllTokens() : revokeToken(token.id)),
    onSuccess: async () => {
      notifyDone(isAll ? "All your tokens are revoked." : "The token is revoked.");
      onClose();
      await queryClient.invalidateQueries({ queryKey: queryKeys.tokens() });
    },
  });
  return (
    <Stack gap="lg">
      <Text size="sm">
        {isAll
          ? "Scripts that use one of your tokens stop working now."
          : `Scripts that use “${token.name}” stop working now.`}
      </Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button color="brick" loading={revoke.isPending} onClick={() => revoke.mutate()}>
          {isAll ? "Revoke all" : "Revoke token"}
        </Button>
      </Group>
    </Stack>
  );
}

/** Asks before a token, or all of them, stop working. */
export function RevokeDialog({
  token,
  onClose,
}: {
  token: ApiToken | "all" | null;
  onClose: () => void;
}) {
  const title = token === "all" ? "Revoke all tokens?" : "Revoke this token?";
  return (
    <Modal opened={token !== null} onClose={onClose} title={title}>
      {token !== null && <Question token={token} onClose={onClose} />}
    </Modal>
  );
}
