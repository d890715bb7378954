import { useEffect, useState } from "react";

import { serverNow } from "@/api/serverClock";

/** The present moment by the server's clock in milliseconds, anew every so often. */
export function useNow(every: number): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => {
      setNow(serverNow());
    }, every);
    return () => {
      clearInterval(timer);
    };
  }, [every]);
  return now;
}
