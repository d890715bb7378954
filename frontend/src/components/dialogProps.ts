/** What every dialog is given: whether it is open, and what closes it. */
export interface DialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}
