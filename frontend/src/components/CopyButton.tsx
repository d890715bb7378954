import { Button, type ButtonProps } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { useState } from "react";

/** Browsers give the clipboard only to pages with TLS; elsewhere a selected field is copied. */
async function copy(text: string): Promise<boolean> {
  if (window.isSecureContext) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      // Not allowed here; the way below needs no permission.
    }
  }
  const focused = document.activeElement;
  const field = document.createElement("textarea");
  field.value = text;
  field.setAttribute("readonly", "");
  field.style.position = "fixed";
  field.style.opacity = "0";
  // A dialog keeps the focus within itself.
  const parent = focused?.closest('[role="dialog"]') ?? document.body;
  parent.append(field);
  field.select();
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- nothing else works without TLS
  const isCopied = document.execCommand("copy");
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return isCopied;
}

/** Copies `text` and says so until something else has the focus. */
export function CopyButton({
  text,
  label,
  ...props
}: ButtonProps & { text: string; label: string }) {
  const [outcome, setOutcome] = useState<"copied" | "failed" | null>(null);
  const words = { copied: "Copied", failed: "Not copied" };
  return (
    <Button
      flex="none"
      {...props}
      leftSection={
        outcome === "copied" ? (
          <IconCheck size={16} aria-hidden />
        ) : (
          <IconCopy size={16} aria-hidden />
        )
      }
      onBlur={() => setOutcome(null)}
      onClick={() => {
        void copy(text).then((isCopied) => {
          setOutcome(isCopied ? "copied" : "failed");
        });
      }}
    >
      <span aria-live="polite">{outcome === null ? label : words[outcome]}</span>
    </Button>
  );
}
