import { Text } from "@mantine/core";

import type { QuotableAnswerProps } from "../kindPages";
import { describe } from "./describe";
import { PageQuote } from "./PageQuote";
import type { NaturalQuestionsAnnotation } from "./types";

/** The answer in a line, and the page, whose words or boxes can be quoted. */
export default function QuotableAnswer({
  slug,
  annotation,
  quoted,
  onQuote,
}: QuotableAnswerProps<NaturalQuestionsAnnotation>) {
  const { long, short } = describe(annotation);
  return (
    <>
      <Text fw={600} mb="xs">
        {[long, short].filter((part) => part !== "").join(": ")}
      </Text>
      <PageQuote
        slug={slug}
        annotation={annotation}
        span={quoted?.place.of === "page" ? quoted.place.span : null}
        onSelect={(span, quote) => onQuote({ place: { of: "page", span }, quote })}
      />
    </>
  );
}
