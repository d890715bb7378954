import { Mark, Text } from "@mantine/core";

import type { JudgedAnswer } from "@/api/judging";

/** The short answer in words, above the passage in which it is marked. Nothing for long answers. */
export function ShortAnswerLine({
  answer,
}: {
  answer: Pick<JudgedAnswer, "target" | "short_answers" | "yes_no_answer">;
}) {
  const { target, short_answers: texts, yes_no_answer: yesNo } = answer;
  if (target !== "short") return null;
  const words = yesNo === "NONE" ? texts : [yesNo === "YES" ? "Yes" : "No"];
  return (
    <Text mb="md">
      Short answer:{" "}
      {words.map((text, position) => (
        <span key={position}>
          {position > 0 && " · "}
          <Mark color="amber" fw={600}>
            {text}
          </Mark>
        </span>
      ))}
    </Text>
  );
}
