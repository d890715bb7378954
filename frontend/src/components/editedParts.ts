import { createContext, useContext } from "react";

/** What one form says about its edits to the bar that saves all of them. */
export interface EditedPart {
  readonly title: string;
  readonly changes: number;
  readonly form: HTMLFormElement | null;
  readonly save: () => Promise<unknown>;
  readonly discard: () => void;
}

interface SavedTogetherValue {
  /** Says what is edited in the form with this key; null is nothing. */
  readonly report: (key: string, part: EditedPart | null) => void;
  readonly saveAll: () => void;
}

export const SavedTogetherContext = createContext<SavedTogetherValue | null>(null);

export function useSavedTogether(): SavedTogetherValue {
  const value = useContext(SavedTogetherContext);
  if (value === null) throw new Error("A PartForm is inside SavedTogether.");
  return value;
}
