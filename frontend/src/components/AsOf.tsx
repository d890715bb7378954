import { Text } from "@mantine/core";

import { formatDateTime } from "./format";

/** When figures were counted: in a large project up to a minute ago. */
export function AsOf({ at }: { at: string }) {
  return (
    <Text size="xs" c="dimmed">
      As of <time dateTime={at}>{formatDateTime(at)}</time>
    </Text>
  );
}
