import { Drawer } from "@mantine/core";
import { useDisclosure, useHotkeys } from "@mantine/hooks";
import { type ReactNode, useMemo } from "react";

import { GuidelinesDrawerContext } from "@/components/GuidelinesDrawerContext";
import { GuidelinesText } from "@/features/guidelines/GuidelinesText";

/** Keeps the guidelines one key away from every page of a project. */
export function GuidelinesDrawerProvider({
  slug,
  children,
}: {
  slug: string | undefined;
  children: ReactNode;
}) {
  const [isOpen, { open, close, toggle }] = useDisclosure(false);
  // Keyboards differ: ? needs Shift on most, but not on all.
  useHotkeys([
    ["shift+?", toggle],
    ["?", toggle],
  ]);
  const control = useMemo(() => ({ isOpen, open, close }), [isOpen, open, close]);

  return (
    <GuidelinesDrawerContext value={control}>
      {children}
      <Drawer opened={isOpen && slug !== undefined} onClose={close} title="Guidelines">
        {slug !== undefined && <GuidelinesText slug={slug} />}
      </Drawer>
    </GuidelinesDrawerContext>
  );
}
