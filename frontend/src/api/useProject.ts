import { useSuspenseQuery } from "@tanstack/react-query";
import { useParams } from "react-router";

import { projectQuery } from "./projects";
import type { Project } from "./types";

/** The project of the address; only for pages below the project layout, which has loaded it. */
export function useProject(): Project {
  const { slug = "" } = useParams();
  return useSuspenseQuery(projectQuery(slug)).data;
}
