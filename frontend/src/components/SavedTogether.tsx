import { Button, Group, Paper, Text } from "@mantine/core";
import { type ReactNode, useCallback, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useBlocker } from "react-router";

import { type EditedPart, SavedTogetherContext } from "./editedParts";
import { count } from "./format";
import { LeaveDialog } from "./LeaveDialog";
import { notifyDone } from "./notify";
import classes from "./SavedTogether.module.css";
import { useCloseWarning } from "./useCloseWarning";

interface SavedTogetherProps {
  /** What is edited, in a sentence: "the settings". */
  readonly what: string;
  readonly done: string;
  /** Brings a form on screen, such as by opening its tab. */
  readonly onShow: (form: HTMLFormElement) => void;
  readonly children: ReactNode;
}

/** Several forms with one bar, which saves them, counts what changed and asks before it is lost. */
export function SavedTogether({ what, done, onShow, children }: SavedTogetherProps) {
  const [parts, setParts] = useState<ReadonlyMap<string, EditedPart>>(new Map());
  const [isSaving, setIsSaving] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const report = useCallback((key: string, part: EditedPart | null) => {
    setParts((before) => {
      const after = new Map(before);
      if (part === null) after.delete(key);
      else after.set(key, part);
      return after;
    });
  }, []);
  const isChanged = parts.size > 0;
  useCloseWarning(isChanged);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isChanged && currentLocation.pathname !== nextLocation.pathname,
  );

  const saveAll = useCallback(async () => {
    const edited = [...parts.values()];
    if (edited.length === 0 || isSaving) return;
    const invalid = edited.find(({ form }) => form?.checkValidity() === false)?.form;
    if (invalid) {
      flushSync(() => onShow(invalid));
      invalid.reportValidity();
      return;
    }
    setIsSaving(true);
    const refused = await saveInTurn(edited);
    flushSync(() => setIsSaving(false));
    if (refused) {
      flushSync(() => onShow(refused));
      focusOnError(refused);
    } else {
      notifyDone(done);
      // The bar leaves.
      place.current?.focus({ preventScroll: true });
    }
  }, [parts, isSaving, onShow, done]);

  const value = useMemo(() => ({ report, saveAll: () => void saveAll() }), [report, saveAll]);
  return (
    <SavedTogetherContext value={value}>
      <div ref={place} tabIndex={-1} className={classes.place}>
        {children}
      </div>
      {isChanged && (
        <SaveBar
          parts={[...parts.values()]}
          isSaving={isSaving}
          onSave={value.saveAll}
          onDiscard={() => {
            for (const part of parts.values()) part.discard();
            place.current?.focus({ preventScroll: true });
          }}
        />
      )}
      <LeaveDialog
        opened={blocker.state === "blocked"}
        what={what}
        onStay={() => blocker.reset?.()}
        onLeave={() => blocker.proceed?.()}
      />
    </SavedTogetherContext>
  );
}

interface SaveBarProps {
  readonly parts: readonly EditedPart[];
  readonly isSaving: boolean;
  readonly onSave: () => void;
  readonly onDiscard: () => void;
}

function SaveBar({ parts, isSaving, onSave, onDiscard }: SaveBarProps) {
  const changes = parts.reduce((sum, part) => sum + part.changes, 0);
  const where = parts.map(({ title }) => title).join(", ");
  return (
    <Paper
      className={classes.bar}
      component="section"
      aria-label="Unsaved changes"
      withBorder
      shadow="md"
    >
      <Group justify="space-between" gap="sm">
        <Text size="sm" role="status" className={classes.words}>
          {count(changes, "unsaved change")}: {where}
        </Text>
        <Group gap="sm">
          <Button variant="default" disabled={isSaving} onClick={onDiscard}>
            Discard
          </Button>
          <Button loading={isSaving} onClick={onSave}>
            Save
          </Button>
        </Group>
      </Group>
    </Paper>
  );
}

/** Saves all that can be; the first form that was refused, which says why. */
async function saveInTurn(parts: readonly EditedPart[]): Promise<HTMLFormElement | null> {
  let refused: HTMLFormElement | null = null;
  for (const part of parts) {
    try {
      // Each answer is the whole project: in turn, the last one is the newest.
      await part.save();
    } catch {
      refused ??= part.form;
    }
  }
  return refused;
}

function focusOnError(form: HTMLFormElement): void {
  const field = form.querySelector<HTMLElement>("[aria-invalid=true]");
  if (field) field.focus();
  else form.scrollIntoView({ block: "nearest" });
}
