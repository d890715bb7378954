import { Button, Modal, Paper, SimpleGrid, Text } from "@mantine/core";
import type { ReactNode } from "react";

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
    <Modal
      opened={state.kind === "conflict"}
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title="There are two versions of this answer"
      size={size}
    >
      <Text size="sm" c="dimmed" mb="md">
        Another tab or device has saved a different version. Choose one to go on with.
      </Text>
      {state.kind === "conflict" && (
        <SimpleGrid cols={2}>
          <Version
            title="The version in this tab"
            onChoose={() => {
              onResolve("mine");
            }}
          >
            {describe(state.mine, state.theirs)}
          </Version>
          <Version
            title="The version saved elsewhere"
            onChoose={() => {
              onResolve("theirs");
            }}
          >
            {describe(state.theirs.draft, state.theirs)}
          </Version>
        </SimpleGrid>
      )}
    </Modal>
  );
}

function Version(props: { title: string; onChoose: () => void; children: ReactNode }) {
  const { title, onChoose, children } = props;
  return (
    <Paper withBorder p="md" style={{ display: "flex", flexDirection: "column" }}>
      <Text fw={600} mb="xs">
        {title}
      </Text>
      <div style={{ flex: 1 }}>{children}</div>
      <Button fullWidth mt="md" variant="default" onClick={onChoose}>
        Use this version
      </Button>
    </Paper>
  );
}
