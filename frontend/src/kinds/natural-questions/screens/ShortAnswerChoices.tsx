import { Button } from "@mantine/core";

import { KeyHint } from "@/annotating/KeyHint";

import classes from "./ActionBar.module.css";
import type { AnnotationAction, ShortAnswer } from "./annotation";

interface ShortAnswerChoicesProps {
  /** What was decided; null where no passage was chosen yet. */
  readonly chosen: ShortAnswer["kind"] | null;
  readonly disabled?: boolean;
  /** The key of no short answer, as the button shows it and as readers hear it. */
  readonly noneKey: { readonly shown: string; readonly name: string };
  readonly onChoose: (action: AnnotationAction) => void;
}

/** What answers without words of the passage: in the same place at both of the page's stages. */
export function ShortAnswerChoices(props: ShortAnswerChoicesProps) {
  const { chosen, disabled = false, noneKey, onChoose } = props;
  const choices = [
    { kind: "yes", label: "Yes", shown: "Y", name: "y" },
    { kind: "no", label: "No", shown: "X", name: "x" },
    { kind: "none", label: "No short answer", ...noneKey },
  ] as const;
  return (
    <Button.Group className={classes.short} aria-label="Short answer">
      {choices.map(({ kind, label, shown, name }) => (
        <Button
          key={kind}
          className={classes.choice}
          variant={chosen === kind ? "light" : "default"}
          aria-pressed={chosen === kind}
          aria-keyshortcuts={name}
          disabled={disabled}
          rightSection={<KeyHint>{shown}</KeyHint>}
          onClick={() =>
            onChoose(
              kind === "none"
                ? { type: "choose_no_short_answer" }
                : { type: "answer_yes_no", value: kind },
            )
          }
        >
          {label}
        </Button>
      ))}
    </Button.Group>
  );
}
