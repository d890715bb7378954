import { Stack } from "@mantine/core";
import { type ReactNode, useEffect, useId, useRef } from "react";

import { useSavedTogether } from "./editedParts";
import { ErrorAlert } from "./ErrorAlert";

interface PartFormProps {
  /** What the bar calls it. */
  readonly title: string;
  /** How many of its fields differ from what is stored. */
  readonly changes: number;
  /** The mutation that sends it. */
  readonly sending: { readonly error: unknown; readonly reset: () => void };
  readonly onSave: () => Promise<unknown>;
  readonly onDiscard: () => void;
  readonly children: ReactNode;
}

/** Fields that are saved together with those of the page's other forms, by its one bar. */
export function PartForm(props: PartFormProps) {
  const { title, changes, sending, children } = props;
  const { report, saveAll } = useSavedTogether();
  const key = useId();
  const form = useRef<HTMLFormElement>(null);
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  useEffect(() => {
    if (changes === 0) return;
    report(key, {
      title,
      changes,
      form: form.current,
      save: () => latest.current.onSave(),
      discard: () => {
        latest.current.sending.reset();
        latest.current.onDiscard();
      },
    });
    return () => report(key, null);
  }, [report, key, title, changes]);
  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        saveAll();
      }}
    >
      <Stack gap="lg">
        <ErrorAlert error={sending.error} />
        {children}
      </Stack>
    </form>
  );
}
