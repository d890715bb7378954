import { notifications } from "@mantine/notifications";

import { ApiError, describeError } from "@/api/errors";

/** A toast with the error's sentence. The same error twice is one toast. */
export function notifyError(error: unknown): void {
  const code = error instanceof ApiError ? error.code : "unexpected";
  const field = error instanceof ApiError ? Object.values(error.fields)[0] : undefined;
  notifications.show({
    id: `error-${code}`,
    color: "brick",
    title: "That did not work",
    message: field ?? describeError(error),
    autoClose: 8000,
  });
}

/** A toast that says what was done, and `stays` until it is closed or goes by itself. */
export function notifyDone(message: string, { stays = false } = {}): void {
  notifications.show({ id: message, color: "plumb", message, autoClose: stays ? false : 4000 });
}
