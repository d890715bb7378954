import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useNavigate } from "react-router";

/**
 * Signs out by `end`, goes to the sign-in page and forgets everything that was loaded: once what
 * shows it has left the screen, since it would ask for it again.
 */
export function useLeave(end: () => Promise<void>) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const hasLeft = useRef(false);
  useEffect(
    () => () => {
      if (hasLeft.current) queryClient.clear();
    },
    [queryClient],
  );
  return useMutation({
    mutationFn: end,
    onSuccess: async () => {
      hasLeft.current = true;
      await navigate("/sign-in");
    },
  });
}
