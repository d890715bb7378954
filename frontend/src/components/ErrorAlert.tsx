import { Alert } from "@mantine/core";
import type { ReactNode } from "react";

import { describeError, fieldErrors } from "@/api/errors";

interface ErrorAlertProps {
  /** What was thrown; null or undefined: nothing, and no alert. */
  readonly error: unknown;
  /** Fields that show their own sentence: an error about one of them needs no alert. */
  readonly shownAt?: readonly string[];
  /** Also says what is wrong with each field, for forms that don't show it there. */
  readonly withFields?: boolean;
  readonly title?: string;
  /** The way on, beside the sentence. */
  readonly children?: ReactNode;
}

/** Says why something was refused or failed. */
export function ErrorAlert(props: ErrorAlertProps) {
  const { error, shownAt = [], withFields = false, title, children } = props;
  if (error === null || error === undefined) return null;
  const fields = fieldErrors(error);
  if (shownAt.some((field) => field in fields)) return null;
  const sentences = [describeError(error), ...(withFields ? Object.values(fields) : [])];
  return (
    <Alert color="brick" role="alert" title={title}>
      {[...new Set(sentences)].join(" ")} {children}
    </Alert>
  );
}
