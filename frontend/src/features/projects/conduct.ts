import type { Project } from "@/api/types";
import type { Conduct } from "@/kinds/kindPages";

type StoredConduct = Pick<
  Project,
  "minutes_per_question" | "recommended_per_day" | "requires_training" | "regime"
>;

export function conductOf(project: StoredConduct): Conduct {
  const { minutes_per_question, recommended_per_day, requires_training, regime } = project;
  return {
    minutes_per_question: minutes_per_question ?? "",
    recommended_per_day: recommended_per_day ?? "",
    requires_training,
    regime,
  };
}

export function storedConduct(conduct: Conduct): StoredConduct {
  const { minutes_per_question: minutes, recommended_per_day: perDay, ...others } = conduct;
  return {
    ...others,
    minutes_per_question: minutes === "" ? null : minutes,
    recommended_per_day: perDay === "" ? null : perDay,
  };
}
