import { lazy } from "react";

import { loadOutOfSight } from "@/annotating/pageAhead";
import type { AnnotationScreenProps } from "@/annotating/screen";

import type { TaskKind } from "../taskKind";
import { describe } from "./describe";
import type { LongFormAssignment } from "./types";

const Screen = lazy(async () => ({
  default: (await import("./screens/LongFormScreen")).LongFormScreen,
}));

export const ASQA: TaskKind = {
  name: "ASQA",
  describe,
  screen: (props: AnnotationScreenProps<LongFormAssignment>) => <Screen {...props} />,
  // Its pages are shown at once: the browser's cache keeps them.
  fetchAhead({ pages }: LongFormAssignment) {
    for (const { html_url } of pages) if (html_url !== null) loadOutOfSight(html_url);
  },
  loadPages: async () => (await import("./pages")).PAGES,
};
