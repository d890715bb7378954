import type { ReactElement, ReactNode } from "react";

import { SavedTogether } from "@/components/SavedTogether";

const showNothing = () => undefined;

/** Forms with the bar of the settings page. */
export function withSaveBar(forms: ReactNode): ReactElement {
  return (
    <SavedTogether what="the settings" done="The settings are saved." onShow={showNothing}>
      {forms}
    </SavedTogether>
  );
}
