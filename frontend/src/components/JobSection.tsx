import { Stack, Title } from "@mantine/core";
import { type ComponentProps, type ReactNode, useId } from "react";

import { JobList } from "./JobList";

interface JobSectionProps extends ComponentProps<typeof JobList> {
  readonly title: string;
  /** What comes below the jobs. */
  readonly children?: ReactNode;
}

/** A project's jobs of one sort, under a heading. */
export function JobSection({ title, children, ...jobs }: JobSectionProps) {
  const heading = useId();
  return (
    <section aria-labelledby={heading}>
      <Title order={2} size="h3" mb="sm" id={heading}>
        {title}
      </Title>
      <Stack gap="sm">
        <JobList {...jobs} />
        {children}
      </Stack>
    </section>
  );
}
