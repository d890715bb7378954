import { useRoutes } from "react-router";

import { useProject } from "@/api/useProject";
import { useKind } from "@/kinds/useKind";

import { NotFoundPage } from "./ErrorPage";
import LeadOnly from "./LeadOnly";

/** The pages that the project's kind alone has, and what is at no address. */
export default function OwnPages() {
  const { ownPages } = useKind(useProject().kind);
  return useRoutes([
    {
      Component: LeadOnly,
      children: ownPages.map(({ path, Page }) => ({ path, Component: Page })),
    },
    { path: "*", Component: NotFoundPage },
  ]);
}
