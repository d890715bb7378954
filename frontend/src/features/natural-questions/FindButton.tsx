import { Button } from "@mantine/core";

import classes from "./ActionBar.module.css";

/** Brings the search and the contents over the page, where there is no room for them beside it. */
export function FindButton({ onFind }: { onFind: () => void }) {
  return (
    <Button variant="default" className={classes.find} aria-keyshortcuts="/" onClick={onFind}>
      Find
    </Button>
  );
}
