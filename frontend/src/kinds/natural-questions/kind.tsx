import { lazy } from "react";

import type { AnnotationScreenProps } from "@/annotating/screen";
import { pageAheadQuery } from "@/api/assignments";

import type { TaskKind } from "../taskKind";
import { describe } from "./describe";
import type { NaturalQuestionsAssignment } from "./types";

const Screen = lazy(async () => ({
  default: (await import("./screens/AnnotationScreen")).AnnotationScreen,
}));

export const NATURAL_QUESTIONS: TaskKind = {
  name: "Natural Questions",
  describe,
  screen: (props: AnnotationScreenProps<NaturalQuestionsAssignment>) => <Screen {...props} />,
  // It stays in memory, since nobody may see it before the question is called good.
  fetchAhead: ({ id }, queryClient) => void queryClient.query(pageAheadQuery(id)),
  loadPages: async () => (await import("./pages")).PAGES,
};
