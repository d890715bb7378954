import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Navigate } from "react-router";

import { ApiError } from "@/api/errors";
import { queryKeys } from "@/api/queryKeys";
import { meQuery } from "@/api/session";
import { isCodePending } from "@/api/signIn";
import { LoadingState } from "@/components/states";

/**
 * Goes on to `target` if single sign-on, or a new password, has signed somebody in; otherwise says
 * whether only a code is missing.
 */
export function ReturnGuard({
  target,
  children,
}: {
  target: string;
  children: (asksForCode: boolean) => ReactNode;
}) {
  const me = useQuery(meQuery());
  const isNobody = me.error instanceof ApiError && me.error.status === 401;
  const pending = useQuery({
    queryKey: queryKeys.signInReturn(),
    queryFn: isCodePending,
    enabled: isNobody,
    gcTime: 0,
  });
  if (me.data) return <Navigate to={target} replace />;
  if (me.isError && !isNobody) return children(false);
  if (pending.data === undefined && !pending.isError) return <LoadingState />;
  return children(pending.data ?? false);
}
