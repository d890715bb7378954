import { ActionIcon } from "@mantine/core";
import { IconArrowBackUp, IconArrowForwardUp } from "@tabler/icons-react";
import type { ReactNode } from "react";

import { Hint } from "@/components/Hint";

import classes from "./UndoButtons.module.css";
import type { UndoHistory } from "./undoHistory";
import { leaveClicked } from "./useKeys";

interface UndoButtonsProps {
  readonly history: UndoHistory<unknown>;
  readonly disabled?: boolean;
  /** Takes the last submission back, where nothing here is left to undo. */
  readonly onUndoSubmission?: (() => void) | undefined;
  readonly onUndo: () => void;
  readonly onRedo: () => void;
}

/** Undo and redo, where there is something to. */
export function UndoButtons(props: UndoButtonsProps) {
  const { history, disabled = false, onUndoSubmission, onUndo, onRedo } = props;
  const undo = history.past.length > 0 ? onUndo : onUndoSubmission;
  return (
    <>
      <UndoButton
        label={undo === undefined || undo === onUndo ? "Undo" : "Undo the last submission"}
        keys="Ctrl+Z"
        icon={<IconArrowBackUp size={18} stroke={1.7} />}
        disabled={disabled || undo === undefined}
        onClick={() => undo?.()}
      />
      <UndoButton
        label="Redo"
        keys="Ctrl+Shift+Z"
        icon={<IconArrowForwardUp size={18} stroke={1.7} />}
        disabled={disabled || history.future.length === 0}
        onClick={onRedo}
      />
    </>
  );
}

function UndoButton(props: {
  label: string;
  keys: string;
  icon: ReactNode;
  disabled: boolean;
  onClick: () => void;
}) {
  const { label, keys, icon, disabled, onClick } = props;
  return (
    <Hint text={`${label} ${keys}`}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={34}
        className={classes.button}
        aria-label={label}
        aria-keyshortcuts={keys.replace("Ctrl", "Control")}
        disabled={disabled}
        onClick={(event) => {
          onClick();
          leaveClicked(event);
        }}
      >
        {icon}
      </ActionIcon>
    </Hint>
  );
}
