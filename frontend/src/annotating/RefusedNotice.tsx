import { Alert } from "@mantine/core";
import { IconAlertCircle } from "@tabler/icons-react";

import type { SaveState } from "./draftKeeper";

/** Why the server did not save the last change. */
export function RefusedNotice({ state }: { state: SaveState }) {
  if (state.kind !== "refused") return null;
  const { fields, detail } = state.error;
  return (
    <Alert color="brick" radius={0} role="alert" icon={<IconAlertCircle size={18} />}>
      Your last change isn’t saved. {Object.values(fields)[0] ?? detail}
    </Alert>
  );
}
