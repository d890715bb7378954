import { VisuallyHidden } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";

import classes from "./Choice.module.css";

export interface Option<Value extends string> {
  readonly value: Value;
  readonly label: string;
  /** Read out if the label alone says too little. */
  readonly spoken?: string;
}

interface ChoiceProps<Value extends string> {
  /** The step's name in the document. */
  readonly name: string;
  readonly label: string;
  readonly options: readonly Option<Value>[];
  readonly value: Value | null;
  readonly onChoose: (value: Value) => void;
}

/** One of a few, side by side: radio buttons, which screen readers and Tab understand. */
export function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { name, label, options, value, onChoose } = props;
  return (
    <div role="radiogroup" aria-label={label} className={classes.choice} data-step={name}>
      {options.map((option) => (
        <label key={option.value} className={classes.option}>
          <input
            type="radio"
            name={name}
            className={classes.input}
            checked={value === option.value}
            onChange={() => onChoose(option.value)}
          />
          <IconCheck size={14} stroke={2.6} className={classes.check} aria-hidden />
          {option.spoken === undefined ? (
            option.label
          ) : (
            <>
              <span aria-hidden>{option.label}</span>
              <VisuallyHidden>{option.spoken}</VisuallyHidden>
            </>
          )}
        </label>
      ))}
    </div>
  );
}
