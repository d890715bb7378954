import { type ComponentPropsWithRef, type MouseEvent, useState } from "react";

/**
 * The element of every `Button`. While it has the focus it is never disabled, since that would take
 * the focus away and Tab would begin at the top of the page: it only refuses to be pressed.
 */
export function FocusKeepingButton(props: ComponentPropsWithRef<"button">) {
  const { disabled = false, type = "button", onClick, onFocus, onBlur, ...others } = props;
  const [hasFocus, setHasFocus] = useState(false);
  return (
    <button
      {...others}
      type={type}
      disabled={disabled && !hasFocus}
      {...(disabled && hasFocus && { "aria-disabled": true })}
      onClick={disabled ? refuse : onClick}
      onFocus={(event) => {
        setHasFocus(true);
        onFocus?.(event);
      }}
      onBlur={(event) => {
        // A window that is left keeps its focus for when somebody comes back.
        setHasFocus(document.activeElement === event.currentTarget);
        onBlur?.(event);
      }}
    />
  );
}

/** Also keeps a form from being submitted. */
function refuse(event: MouseEvent): void {
  event.preventDefault();
  event.stopPropagation();
}
