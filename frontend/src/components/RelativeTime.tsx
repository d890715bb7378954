import { Tooltip } from "@mantine/core";
import { useEffect, useState } from "react";

import { formatDateTime, formatRelative } from "./format";

/** A time as people say it, the exact one under the pointer. */
export function RelativeTime({ at }: { at: string }) {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = window.setInterval(() => {
      setNow(new Date());
    }, 30_000);
    return () => {
      window.clearInterval(timer);
    };
  }, []);
  return (
    <Tooltip label={formatDateTime(at)}>
      <time dateTime={at}>{formatRelative(at, now)}</time>
    </Tooltip>
  );
}
