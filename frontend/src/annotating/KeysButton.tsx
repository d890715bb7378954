import { ActionIcon } from "@mantine/core";
import { IconKeyboard } from "@tabler/icons-react";

import { Hint } from "@/components/Hint";

import { useIsTouch } from "./useIsTouch";
import { leaveClicked } from "./useKeys";

/** Opens the list of keys; a telephone has none. */
export function KeysButton({ onClick }: { readonly onClick: () => void }) {
  if (useIsTouch()) return null;
  return (
    <Hint text="Keys (K)">
      <ActionIcon
        variant="subtle"
        color="gray"
        size={34}
        aria-label="Keys"
        aria-keyshortcuts="K"
        onClick={(event) => {
          onClick();
          leaveClicked(event);
        }}
      >
        <IconKeyboard size={18} stroke={1.7} aria-hidden />
      </ActionIcon>
    </Hint>
  );
}
