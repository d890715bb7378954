import { Center } from "@mantine/core";

import { LoadingState } from "@/components/states";

/** Fills the window until the first page's code, or who is signed in, has come. */
export function LoadingPage() {
  return (
    <Center component="main" mih="100dvh">
      <LoadingState label="Loading Plumbline" />
    </Center>
  );
}
