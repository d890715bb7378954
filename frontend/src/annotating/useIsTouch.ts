import { useMediaQuery } from "@mantine/hooks";

/** Whether a finger is what this device points with, and it hovers over nothing. */
export function useIsTouch(): boolean {
  return useMediaQuery("(hover: none) and (pointer: coarse)");
}
