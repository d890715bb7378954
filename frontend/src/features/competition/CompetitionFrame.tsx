import { Group, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { NavLink, Outlet, useParams } from "react-router";

import { competitionQuery } from "@/api/competitions";
import { QueryView } from "@/components/QueryView";
import { LoadingState } from "@/components/states";

import classes from "./CompetitionFrame.module.css";

/** The pages of people who compete, below a way to each of them. */
export default function CompetitionFrame() {
  const { competition: slug = "" } = useParams();
  const competition = useQuery(competitionQuery(slug));
  return (
    <Stack gap="xl" className={classes.frame}>
      <QueryView query={competition} errorOrder={1}>
        {({ title, viewer }) => (
          <>
            <Group component="nav" gap="lg" aria-label="Competition">
              <NavLink to={`/competitions/${slug}`} end className={classes.title}>
                {title}
              </NavLink>
              <NavLink to={`/competitions/${slug}/team`} className={classes.link}>
                My team
              </NavLink>
              {viewer.is_steward && (
                <NavLink to={`/projects/${slug}/competition`} className={classes.link}>
                  Manage
                </NavLink>
              )}
            </Group>
            <Suspense fallback={<LoadingState />}>
              <Outlet />
            </Suspense>
          </>
        )}
      </QueryView>
    </Stack>
  );
}
