import { Notifications, useNotifications } from "@mantine/notifications";
import { useEffect, useState } from "react";

const STAYS_MS = 8000;

/** Events that show that somebody goes on working. Moving the pointer doesn't. */
const GOING_ON = ["pointerdown", "keydown", "wheel"] as const;

/**
 * Toasts go when they are closed, or eight seconds after their reader has gone on working.
 *
 * No clock runs while nobody does anything or the window is hidden, so slow readers and people who
 * look away still find them (WCAG 2.2.1). Mantine stops it while a toast has pointer or focus.
 */
export function Toasts() {
  const { notifications } = useNotifications();
  const [seen, setSeen] = useState(notifications);
  const [goesOn, setGoesOn] = useState(false);
  if (seen !== notifications) {
    setSeen(notifications);
    const before = new Set(seen.map((each) => each.id));
    if (notifications.some((each) => !before.has(each.id))) setGoesOn(false);
  }

  useEffect(() => {
    const controller = new AbortController();
    const options = { capture: true, passive: true, signal: controller.signal };
    const goOn = () => {
      setGoesOn(true);
    };
    for (const event of GOING_ON) window.addEventListener(event, goOn, options);
    document.addEventListener(
      "visibilitychange",
      () => {
        if (document.hidden) setGoesOn(false);
      },
      options,
    );
    return () => {
      controller.abort();
    };
  }, []);

  return <Notifications position="bottom-right" limit={4} autoClose={goesOn ? STAYS_MS : false} />;
}
