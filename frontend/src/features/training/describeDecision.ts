import type { TraineeDetail } from "@/api/training";

type Decision = TraineeDetail["decisions"][number];

/** A decision as a sentence that follows who made it. */
export function describeDecision({ verdict, attempt }: Decision): string {
  switch (verdict) {
    case "accepted":
      return `accepted after exam ${attempt ?? ""}.`;
    case "another_try":
      return `asked for another try after exam ${attempt ?? ""}.`;
    case "waived":
      return "accepted without training.";
    case "here_before":
      return "accepted when training was turned on.";
    case "requalify":
      return "asked to qualify again.";
    case "restored":
      return "withdrew the request to qualify again.";
  }
}
