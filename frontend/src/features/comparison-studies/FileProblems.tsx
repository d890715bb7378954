import { Alert, List } from "@mantine/core";

import { describeError, fieldErrors } from "@/api/errors";

/** Everything that is wrong with a file, each with its line, its column and what to do. */
export function FileProblems({ title, error }: { title: string; error: Error }) {
  const fields = Object.values(fieldErrors(error));
  const problems = fields.flatMap((field) => field.split("\n"));
  return (
    <Alert color="brick" role="alert" title={title}>
      {problems.length === 0 ? (
        describeError(error)
      ) : (
        <List size="sm" aria-label="Problems" style={{ overflowWrap: "anywhere" }}>
          {problems.map((problem) => (
            <List.Item key={problem}>{problem}</List.Item>
          ))}
        </List>
      )}
    </Alert>
  );
}
