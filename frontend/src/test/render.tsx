import { MantineProvider } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type RenderResult, render } from "@testing-library/react";
import { type ReactNode, Suspense } from "react";
import { RouterProvider, createMemoryRouter, useLocation } from "react-router";

import { createQueryClient } from "@/app/queryClient";
import { theme } from "@/app/theme";

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

/**
 * Renders with theme, cache, toasts and a router. `path` is the route's pattern and `at` the
 * address; where the router goes from there is in the element `address`.
 */
export function renderApp(
  children: ReactNode,
  {
    path = "/",
    at = "/",
    queryClient = testQueryClient(),
  }: { path?: string; at?: string; queryClient?: QueryClient } = {},
): RenderResult {
  const page = (
    <>
      <Suspense fallback={null}>{children}</Suspense>
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
      <Notifications />
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  );
}
