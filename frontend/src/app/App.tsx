import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { useState } from "react";
import { RouterProvider } from "react-router";

import { beginAnnotating } from "@/annotating/firstClaim";
import { readPageMeta } from "@/components/pageMeta";
import { Toasts } from "@/components/Toasts";

import { createQueryClient } from "./queryClient";
import { createRouter } from "./routes";
import { SignedOutDialog } from "./SignedOutDialog";
import { cssVariablesResolver, theme } from "./theme";

const getStyleNonce = () => readPageMeta("csp-nonce");

export function App() {
  const [signedOut, setSignedOut] = useState(false);
  const [queryClient] = useState(() => {
    const client = createQueryClient({
      onSignedOut: () => {
        setSignedOut(true);
      },
    });
    beginAnnotating(client, window.location.pathname);
    return client;
  });
  const [router] = useState(createRouter);

  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      defaultColorScheme="auto"
      getStyleNonce={getStyleNonce}
    >
      <Toasts />
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <SignedOutDialog opened={signedOut} onSignedIn={() => setSignedOut(false)} />
      </QueryClientProvider>
    </MantineProvider>
  );
}
