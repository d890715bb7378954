import { PasswordInput, VisuallyHidden } from "@mantine/core";
import { IconCheck, IconPoint } from "@tabler/icons-react";

import classes from "./NewPasswordInput.module.css";
import { checkPassword } from "./passwordRules";

/** A new password, with its rules checked off as people type. */
export function NewPasswordInput({
  label = "New password",
  value,
  names,
  error,
  autoFocus = false,
  onChange,
}: {
  label?: string;
  value: string;
  /** Name, display name, address: the password must not resemble these. */
  names: readonly string[];
  error?: string | undefined;
  autoFocus?: boolean;
  onChange: (value: string) => void;
}) {
  // As the field's description, screen readers read the rules with it.
  const rules = (
    <ul className={classes.rules} aria-label="The password has to be">
      {checkPassword(value, names).map(({ text, isMet }) => (
        <li key={text} className={classes.rule} data-met={isMet || undefined}>
          {isMet ? <IconCheck size={13} aria-hidden /> : <IconPoint size={13} aria-hidden />}
          {text}
          {isMet && <VisuallyHidden>, done</VisuallyHidden>}
        </li>
      ))}
    </ul>
  );
  return (
    <PasswordInput
      label={label}
      description={rules}
      descriptionProps={{ component: "div" }}
      inputWrapperOrder={["label", "input", "error", "description"]}
      autoComplete="new-password"
      required
      data-autofocus={autoFocus || undefined}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
