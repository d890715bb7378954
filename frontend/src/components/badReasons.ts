import type { components } from "@/api/schema";

type BadReason = components["schemas"]["BadReasonEnum"];

/** Why a question can be bad after its page was shown, in the order of their keys. */
export const BAD_REASONS: readonly { readonly reason: BadReason; readonly label: string }[] = [
  { reason: "misread", label: "I had misread the question" },
  { reason: "ambiguous", label: "The page shows that it is ambiguous" },
  { reason: "false_premise", label: "The page shows that it rests on a false assumption" },
  { reason: "other", label: "Another reason" },
];

/** As the end of a sentence about an answer; "" for an answer that has no such reason. */
export function describeBadReason(reason: unknown): string {
  switch (reason) {
    case "misread":
      return "the question was misread";
    case "ambiguous":
      return "it is ambiguous";
    case "false_premise":
      return "it rests on a false assumption";
    case "other":
      return "another reason";
    case "not_given":
      return "no reason was given";
    default:
      return "";
  }
}
