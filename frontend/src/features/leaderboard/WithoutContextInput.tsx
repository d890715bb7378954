import { Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";

import { projectsQuery } from "@/api/projects";
import type { ProjectKind } from "@/api/types";

interface WithoutContextInputProps {
  readonly kind: ProjectKind;
  readonly value: string;
  readonly onChange: (slug: string) => void;
}

/** Whose answers without context stand beside the systems; nothing where there are none. */
export function WithoutContextInput({ kind, value, onChange }: WithoutContextInputProps) {
  const projects = useQuery(projectsQuery());
  const sources = (projects.data?.results ?? []).filter(
    (each) => each.kind === kind && each.regime === "no_context" && each.role === "lead",
  );
  if (sources.length === 0) return null;
  return (
    <Select
      label="Annotators without context"
      description="A project of yours that shows the question alone"
      data={[
        { value: "", label: "None" },
        ...sources.map(({ slug, title }) => ({ value: slug, label: title })),
      ]}
      value={value}
      onChange={(slug) => {
        onChange(slug ?? "");
      }}
    />
  );
}
