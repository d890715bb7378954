import { Button, Modal, Select, TextInput } from "@mantine/core";
import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";

import { fieldErrors } from "@/api/errors";
import { queryKeys } from "@/api/queryKeys";
import { notifyDone } from "@/components/notify";

interface RunDialogProps {
  /** What the button says, and the dialog’s title. */
  readonly title: string;
  readonly disabled?: boolean;
  readonly children: (onClose: () => void) => ReactNode;
}

/** A button, and the dialog that it opens. */
export function RunDialog({ title, disabled = false, children }: RunDialogProps) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button
        variant="default"
        style={{ alignSelf: "flex-start" }}
        disabled={disabled}
        onClick={() => setOpen(true)}
      >
        {title}
      </Button>
      <Modal opened={isOpen} onClose={close} title={title}>
        {children(close)}
      </Modal>
    </>
  );
}

interface Run<Body> {
  readonly slug: string;
  readonly queue: (body: Body) => Promise<unknown>;
  readonly says: string;
  /** What has to be read again, beside the jobs. */
  readonly alsoRead?: QueryKey;
  readonly onClose: () => void;
}

/** Queues a job and closes its dialog; `errors` are those of the fields. */
export function useRun<Body>({ slug, queue, says, alsoRead, onClose }: Run<Body>) {
  const queryClient = useQueryClient();
  const run = useMutation({
    mutationFn: queue,
    meta: { silent: true },
    onSuccess: async () => {
      onClose();
      notifyDone(says);
      const changed = [queryKeys.jobs(slug), ...(alsoRead === undefined ? [] : [alsoRead])];
      await Promise.all(changed.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
    },
  });
  return { run, errors: fieldErrors(run.error) };
}

interface FieldProps {
  readonly value: string;
  readonly error?: ReactNode;
  readonly onChange: (value: string) => void;
}

interface ChoiceProps extends FieldProps {
  readonly label: string;
  readonly description?: string;
  readonly data: readonly (string | { readonly value: string; readonly label: string })[];
}

/** One of several, always chosen. */
export function Choice({ onChange, ...props }: ChoiceProps) {
  return <Select onChange={(chosen) => onChange(chosen ?? "")} {...props} />;
}

/** What the leaderboard calls the system, if not by its usual name. */
export function OwnName({
  usual,
  onChange,
  ...props
}: FieldProps & { readonly usual: string | undefined }) {
  return (
    <TextInput
      label="Name (optional)"
      maxLength={100}
      placeholder={usual}
      onChange={(event) => onChange(event.currentTarget.value)}
      {...props}
    />
  );
}

/** A name as the API takes it: left out if nothing was typed. */
export function named(name: string): { readonly name?: string } {
  return name.trim() === "" ? {} : { name: name.trim() };
}
