import { MantineProvider } from "@mantine/core";
import { type QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { type RenderResult, render } from "@testing-library/react";
import { type ReactNode, Suspense } from "react";
import { RouterProvider, createMemoryRouter, useLocation } from "react-router";

import { FirstLookContext } from "@/annotating/useFirstLook";
import { queryKeys } from "@/api/queryKeys";
import { meQuery } from "@/api/session";
import type { Me } from "@/api/types";
import { MeContext } from "@/api/useMe";
import { createQueryClient } from "@/app/queryClient";
import { theme } from "@/app/theme";
import { Toasts } from "@/components/Toasts";

/** A cache that gives up at the first failure, so that tests need not wait for retries. */
export function testQueryClient(options?: { onSignedOut: () => void }): QueryClient {
  const queryClient = createQueryClient(options);
  queryClient.setDefaultOptions({ queries: { retry: false } });
  return queryClient;
}

function Address() {
  const { pathname, search } = useLocation();
  return <div data-testid="address">{pathname + search}</div>;
}

/** Hands down who is signed in, as the session guard does: whom the test's cache knows. */
function SignedIn({ children }: { children: ReactNode }) {
  const me = useQuery({ ...meQuery(), enabled: false }).data;
  return <MeContext value={me ?? null}>{children}</MeContext>;
}

/**
 * Renders with theme, cache, toasts and a router. `path` is the route's pattern and `at` the
 * address; where the router goes from there is in the element `address`. `me` is signed in. Decisions
 * count from the `firstLook`, in milliseconds.
 */
export function renderApp(
  children: ReactNode,
  {
    path = "/",
    at = "/",
    queryClient = testQueryClient(),
    me,
    firstLook = 0,
  }: { path?: string; at?: string; queryClient?: QueryClient; me?: Me; firstLook?: number } = {},
): RenderResult {
  if (me) queryClient.setQueryData(queryKeys.me(), me);
  const page = (
    <>
      <SignedIn>
        <Suspense fallback={null}>{children}</Suspense>
      </SignedIn>
      <Address />
    </>
  );
  const routes = [
    { path, element: page },
    ...(path === "*" ? [] : [{ path: "*", Component: Address }]),
  ];
  const router = createMemoryRouter(routes, { initialEntries: [at] });
  return render(
    <MantineProvider theme={theme} env="test">
      <Toasts />
      <QueryClientProvider client={queryClient}>
        <FirstLookContext value={firstLook}>
          <RouterProvider router={router} />
        </FirstLookContext>
      </QueryClientProvider>
    </MantineProvider>,
  );
}
