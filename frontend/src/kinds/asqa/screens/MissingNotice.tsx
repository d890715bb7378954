import { Button } from "@mantine/core";

import { KeyHint } from "@/annotating/KeyHint";

import classes from "./MissingNotice.module.css";

interface MissingNoticeProps {
  /** Numbers of the disambiguations that the annotator was asked about. */
  readonly asked: readonly number[];
  readonly confirmed: readonly number[];
  readonly onBack: () => void;
}

/** What is in the way of submitting, above the button. The list beside the text has the decisions. */
export function MissingNotice({ asked, confirmed, onBack }: MissingNoticeProps) {
  if (asked.length === 0) return null;
  const open = asked.filter((number) => !confirmed.includes(number));
  return (
    <div className={classes.notice} data-open={open.length > 0 || undefined}>
      <span role="status">
        {open.length > 0
          ? `Your text has no short answer of ${namesOf(open)}. Write it, or confirm it in the list.`
          : "Confirmed in other words. You can submit now."}
      </span>
      {open.length > 0 && (
        <Button
          variant="subtle"
          size="compact-sm"
          flex="none"
          rightSection={<KeyHint>W</KeyHint>}
          onClick={onBack}
        >
          Back to the text
        </Button>
      )}
    </div>
  );
}

/** "1, 2 and 3", as the list counts. */
function namesOf(numbers: readonly number[]): string {
  const names = numbers.map((number) => String(number + 1));
  return [names.slice(0, -1).join(", "), ...names.slice(-1)].filter(Boolean).join(" and ");
}
