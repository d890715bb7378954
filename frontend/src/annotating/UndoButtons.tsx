import { ActionIcon, Text, Tooltip } from "@mantine/core";
import { IconArrowBackUp, IconArrowForwardUp } from "@tabler/icons-react";
import type { ReactNode } from "react";

import classes from "./UndoButtons.module.css";
import type { UndoHistory } from "./undoHistory";

interface UndoButtonsProps {
  readonly history: UndoHistory<unknown>;
  readonly disabled?: boolean;
  readonly onUndo: () => void;
  readonly onRedo: () => void;
}

/** Undo and redo, where there is something to. */
export function UndoButtons({ history, disabled = false, onUndo, onRedo }: UndoButtonsProps) {
  return (
    <>
      <UndoButton
        label="Undo"
        keys="Ctrl+Z"
        icon={<IconArrowBackUp size={18} stroke={1.7} />}
        disabled={disabled || history.past.length === 0}
        onClick={onUndo}
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
    <Tooltip
      label={
        <>
          {label}{" "}
          <Text span size="xs" opacity={0.7}>
            {keys}
          </Text>
        </>
      }
    >
      <ActionIcon
        variant="subtle"
        color="gray"
        size={34}
        className={classes.button}
        aria-label={label}
        aria-keyshortcuts={keys.replace("Ctrl", "Control")}
        disabled={disabled}
        onClick={onClick}
      >
        {icon}
      </ActionIcon>
    </Tooltip>
  );
}
