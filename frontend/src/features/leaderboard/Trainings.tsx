import { Card } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";

import { readersQuery } from "@/api/readers";
import { JobSection } from "@/components/JobSection";

import { LossCurve } from "./LossCurve";

/** Training runs so far, with the loss of those under way. */
export function Trainings({ slug }: { readonly slug: string }) {
  const { data } = useQuery(readersQuery(slug));
  const drawn = data?.running.filter(({ epochs }) => epochs.length > 0) ?? [];
  return (
    <JobSection
      title="Training runs so far"
      slug={slug}
      kinds={["train_reader"]}
      titleOf={({ filename }) => filename}
      empty="No training runs yet."
    >
      {drawn.map(({ job, name, epochs }) => (
        <Card key={job}>
          <LossCurve name={name} epochs={epochs} />
        </Card>
      ))}
    </JobSection>
  );
}
