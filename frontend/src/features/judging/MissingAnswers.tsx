import { Alert, Anchor, List, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";

import { count } from "@/components/format";

interface MissingAnswersProps {
  readonly title: string;
  readonly rows: readonly { readonly number: number; readonly question: string }[];
  /** How many are not listed. */
  readonly more?: number;
  readonly onGoTo: (number: number) => void;
  readonly children: string;
}

/** Answers that are not finished yet, each leading to itself. */
export function MissingAnswers(props: MissingAnswersProps) {
  const { title, rows, more = 0, onGoTo, children } = props;
  return (
    <Alert color="amber" icon={<IconAlertTriangle size={18} />} title={title}>
      <Text size="sm" mb="xs">
        {children}
      </Text>
      <List size="sm" spacing={6} aria-label="Missing">
        {rows.map(({ number, question }) => (
          <List.Item key={number}>
            <Anchor
              component="button"
              type="button"
              size="sm"
              ta="left"
              onClick={() => onGoTo(number)}
            >
              Answer {number + 1}
              {question !== "" && `: ${question}`}
            </Anchor>
          </List.Item>
        ))}
      </List>
      {more > 0 && (
        <Text size="sm" mt={4}>
          and {count(more, "further answer")}
        </Text>
      )}
    </Alert>
  );
}
