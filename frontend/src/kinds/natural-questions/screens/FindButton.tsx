import { ActionIcon } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";

import classes from "./ActionBar.module.css";

/** Brings the search and the contents over the page, where there is no room for them beside it. */
export function FindButton({ onFind }: { onFind: () => void }) {
  return (
    <ActionIcon
      variant="default"
      size={44}
      className={classes.find}
      aria-label="Find"
      aria-keyshortcuts="/"
      onClick={onFind}
    >
      <IconSearch size={18} stroke={1.7} aria-hidden />
    </ActionIcon>
  );
}
