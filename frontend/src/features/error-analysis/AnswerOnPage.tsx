import { Box, Stack } from "@mantine/core";
import { useState } from "react";

import type { FrameHandlers } from "@/anchoring/frameBridge";
import type { PageView } from "@/anchoring/pageView";
import { PageFrame } from "@/annotating/PageFrame";
import {
  placeOfAnswer,
  SYSTEM_STYLE,
  SystemAnswerLine,
  useSystemOnPage,
} from "@/annotating/systemAnswer";
import type { PlacedAnswer } from "@/api/systemResults";
import type { Page } from "@/api/types";

import classes from "./ShownAnswer.module.css";

/** Keys that are pressed in the page's frame give labels, too. */
const HANDLERS: FrameHandlers = {
  onKey: (event) => {
    if (!window.dispatchEvent(new KeyboardEvent("keydown", event))) event.preventDefault();
  },
};

interface AnswerOnPageProps {
  readonly page: Page;
  readonly answer: PlacedAnswer;
}

/** A system's answer drawn on the page that was asked about, scrolled into view. */
export function AnswerOnPage({ page, answer }: AnswerOnPageProps) {
  const [view, setView] = useState<PageView | null>(null);
  useSystemOnPage(view, answer);
  return (
    <Stack gap="xs">
      <SystemAnswerLine answer={answer} view={view} />
      <Box className={classes.page}>
        <PageFrame
          page={page}
          handlers={HANDLERS}
          onOpen={(opened) => {
            opened?.view.addStyle(SYSTEM_STYLE);
            const place = opened && placeOfAnswer(opened.view, answer);
            if (place) opened.view.reveal(place, "list");
            setView(opened?.view ?? null);
          }}
        />
      </Box>
    </Stack>
  );
}
