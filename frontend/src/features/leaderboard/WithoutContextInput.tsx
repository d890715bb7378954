import { Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";

import { projectsQuery } from "@/api/projects";

interface WithoutContextInputProps {
  readonly value: string;
  readonly onChange: (slug: string) => void;
}

/** Whose answers without context stand beside the systems; nothing where there are none. */
export function WithoutContextInput({ value, onChange }: WithoutContextInputProps) {
  const projects = useQuery(projectsQuery());
  const sources = (projects.data?.results ?? []).filter(
    ({ kind, regime, role }) => kind === "asqa" && regime === "no_context" && role === "lead",
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
