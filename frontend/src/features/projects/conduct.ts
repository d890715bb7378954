import type { Project, ProjectKind } from "@/api/types";

/** How work goes in a project, as its form holds it; "" is none. */
export interface Conduct {
  minutes_per_question: number | "";
  recommended_per_day: number | "";
  requires_training: boolean;
  regime: Project["regime"];
}

type StoredConduct = Pick<
  Project,
  "minutes_per_question" | "recommended_per_day" | "requires_training" | "regime"
>;

/** The server's defaults for a new project. */
export const USUAL: Readonly<Record<ProjectKind, Conduct>> = {
  nq: {
    minutes_per_question: "",
    recommended_per_day: "",
    requires_training: false,
    regime: "full",
  },
  asqa: {
    minutes_per_question: 60,
    recommended_per_day: 10,
    requires_training: false,
    regime: "full",
  },
};

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
