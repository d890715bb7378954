import { Center } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Suspense, lazy } from "react";
import { Navigate, Outlet, useLocation } from "react-router";

import { ApiError } from "@/api/errors";
import { meQuery } from "@/api/session";
import { MeContext } from "@/api/useMe";
import { ErrorState, LoadingState } from "@/components/states";

import { LoadingPage } from "./LoadingPage";

const NeededSecondFactor = lazy(() => import("@/features/account/NeededSecondFactor"));

/** Lets the signed-in through, once they have a second factor where all need one, and sends everybody else to the sign-in page. */
export function SessionGuard() {
  const me = useQuery(meQuery());
  const location = useLocation();

  if (me.data?.must_set_up_second_factor) {
    return (
      <Suspense fallback={<LoadingState label="Loading Plumbline" />}>
        <NeededSecondFactor />
      </Suspense>
    );
  }
  if (me.data) {
    return (
      <MeContext value={me.data}>
        <Outlet />
      </MeContext>
    );
  }
  if (me.error instanceof ApiError && me.error.status === 401) {
    return <Navigate to="/sign-in" replace state={{ from: location.pathname + location.search }} />;
  }
  if (!me.error) return <LoadingPage />;
  return (
    <Center component="main" mih="100dvh">
      <ErrorState order={1} error={me.error} onRetry={() => void me.refetch()} />
    </Center>
  );
}
