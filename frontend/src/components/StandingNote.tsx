import { Alert } from "@mantine/core";

import type { Project } from "@/api/types";

/** Says above a project's pages that it is paused or archived. */
export function StandingNote({ standing }: { standing: Project["standing"] }) {
  if (standing === "active") return null;
  return standing === "paused" ? (
    <Alert color="amber" mb="md" title="This project is paused">
      Nobody gets new questions. What somebody holds can be finished.
    </Alert>
  ) : (
    <Alert color="gray" mb="md" title="This project is archived">
      It can be read and exported, and nothing in it changes.
    </Alert>
  );
}
