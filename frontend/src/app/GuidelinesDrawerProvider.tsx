import { Box, CloseButton, Title } from "@mantine/core";
import { useDisclosure, useHotkeys, useMediaQuery } from "@mantine/hooks";
import { type ReactNode, useMemo } from "react";

import { GuidelinesDrawerContext } from "@/components/GuidelinesDrawerContext";
import { LateDrawer } from "@/components/late";
import { GuidelinesText } from "@/features/guidelines/GuidelinesText";

import classes from "./GuidelinesDrawerProvider.module.css";

/** Where there is room for the guidelines beside the page; elsewhere they lie over it. */
const HAS_ROOM = "(min-width: 80em)";

/**
 * Keeps the guidelines one key away from every page of a project. Beside the page they stay open
 * from question to question, and the page's keys go on working.
 */
export function GuidelinesDrawerProvider({
  slug,
  children,
}: {
  slug: string | undefined;
  children: ReactNode;
}) {
  const [isOpen, { open, close, toggle }] = useDisclosure(false);
  const hasRoom = useMediaQuery(HAS_ROOM, false, { getInitialValueInEffect: false });
  // Keyboards differ: ? needs Shift on most, but not on all.
  useHotkeys([
    ["shift+?", toggle],
    ["?", toggle],
  ]);
  const control = useMemo(() => ({ isOpen, open, close }), [isOpen, open, close]);
  const shows = isOpen && slug !== undefined;

  return (
    <GuidelinesDrawerContext value={control}>
      <div className={classes.page} data-narrowed={(shows && hasRoom) || undefined}>
        {children}
        {shows && hasRoom && (
          <aside className={classes.beside} aria-labelledby="guidelines-beside">
            <div className={classes.head}>
              <Title order={2} size="h4" id="guidelines-beside">
                Guidelines
              </Title>
              <CloseButton aria-label="Close the guidelines" onClick={close} />
            </div>
            <Box
              className={classes.text}
              data-guidelines
              role="region"
              aria-label="The guidelines’ text"
              tabIndex={0}
            >
              <GuidelinesText slug={slug} />
            </Box>
          </aside>
        )}
      </div>
      <LateDrawer opened={shows && !hasRoom} onClose={close} title="Guidelines">
        <div data-guidelines>{slug !== undefined && <GuidelinesText slug={slug} />}</div>
      </LateDrawer>
    </GuidelinesDrawerContext>
  );
}
