import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState, useSyncExternalStore } from "react";

import { readMeeting } from "@/api/judging";
import { queryKeys } from "@/api/queryKeys";

import { describeNews } from "./meetingNews";
import { MeetingStore, type MeetingView } from "./meetingStore";

/** Marks the forms that are about one answer. */
export const FORMS_OF_ANSWER = { "data-forms-of-answer": "" };

interface OpenMeeting extends MeetingView {
  readonly store: MeetingStore;
}

/** A round's meeting, live for as long as its page is open. */
export function useMeeting(round: number): OpenMeeting {
  const queryClient = useQueryClient();
  const [store] = useState(
    () =>
      new MeetingStore({
        read: (since, signal) => readMeeting(round, since, signal),
        isWriting,
        describe: describeNews,
        // Asking who is signed in makes the shell ask for the password again.
        onSignedOut: () => void queryClient.invalidateQueries({ queryKey: queryKeys.me() }),
      }),
  );
  const view = useSyncExternalStore(store.subscribe, store.read);
  useEffect(() => {
    store.start();
    return () => {
      store.stop();
    };
  }, [store]);
  return { ...view, store };
}

function isWriting(): boolean {
  const { activeElement } = document;
  return (
    activeElement instanceof HTMLTextAreaElement &&
    activeElement.closest("[data-forms-of-answer]") !== null
  );
}
