import { Button, Paper, Text } from "@mantine/core";
import { useId, type ReactNode } from "react";

import { LateModal } from "@/components/late";

import classes from "./ConflictDialog.module.css";
import type { Drafted, DraftOf, SaveState } from "./draftKeeper";

interface ConflictDialogProps<Assignment extends Drafted> {
  readonly state: SaveState<Assignment>;
  /** What a draft says, for people. `assignment` is the one that it belongs to. */
  readonly describe: (draft: DraftOf<Assignment> | null, theirs: Assignment) => ReactNode;
  readonly onResolve: (choice: "mine" | "theirs") => void;
  readonly size?: string;
}

/** Two versions of one answer: nothing is overwritten before the annotator has chosen. */
export function ConflictDialog<Assignment extends Drafted>(props: ConflictDialogProps<Assignment>) {
  const { state, describe, onResolve, size = "lg" } = props;
  return (
    <LateModal
      opened={state.kind === "conflict"}
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title="There are two versions of this answer"
      size={size}
    >
      {/* Enter must choose neither: the words have the focus, not a button. */}
      <Text size="sm" c="dimmed" mb="md" tabIndex={-1} data-autofocus style={{ outline: "none" }}>
        Another tab or device has saved a different version. Choose one to go on with.
      </Text>
      {state.kind === "conflict" && (
        <div className={classes.versions}>
          <Version
            title="The version in this tab"
            action="Keep this tab’s version"
            loss="The version saved elsewhere is lost."
            onChoose={() => onResolve("mine")}
          >
            {describe(state.mine, state.theirs)}
          </Version>
          <Version
            title="The version saved elsewhere"
            action="Use the saved version"
            loss="What you changed in this tab is lost."
            onChoose={() => onResolve("theirs")}
          >
            {describe(state.theirs.draft, state.theirs)}
          </Version>
        </div>
      )}
    </LateModal>
  );
}

function Version(props: {
  readonly title: string;
  readonly action: string;
  /** What choosing this version takes away, in a sentence. */
  readonly loss: string;
  readonly onChoose: () => void;
  readonly children: ReactNode;
}) {
  const { title, action, loss, onChoose, children } = props;
  const lossId = useId();
  return (
    <Paper withBorder p="md" style={{ display: "flex", flexDirection: "column" }}>
      <Text fw={600} mb="xs">
        {title}
      </Text>
      <div style={{ flex: 1 }}>{children}</div>
      <Text id={lossId} size="sm" c="dimmed" mt="md">
        {loss}
      </Text>
      <Button fullWidth mt="xs" variant="default" aria-describedby={lossId} onClick={onChoose}>
        {action}
      </Button>
    </Paper>
  );
}
