import { Button, Checkbox, Group, Popover, Stack, Text } from "@mantine/core";
import { IconColumns3 } from "@tabler/icons-react";

export interface ColumnName {
  readonly key: string;
  readonly label: string;
  /** What several columns are about. */
  readonly group?: string | undefined;
}

interface ColumnsChoiceProps {
  readonly columns: readonly ColumnName[];
  readonly shown: readonly string[];
  /** What is shown until somebody chooses. */
  readonly main: readonly string[];
  /** The column that the rows are in the order of, which stays. */
  readonly ordering?: string;
  readonly onChoose: (columns: readonly string[]) => void;
}

/** Which of a table's columns are shown. */
export function ColumnsChoice({ columns, shown, main, ordering, onChoose }: ColumnsChoiceProps) {
  const groups = [...new Set(columns.map(({ group }) => group ?? ""))];
  return (
    <Popover position="bottom-end" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconColumns3 size={15} aria-hidden />}
          style={{ alignSelf: "flex-end" }}
        >
          Columns: {shown.length} of {columns.length}
        </Button>
      </Popover.Target>
      <Popover.Dropdown mah="70vh" style={{ overflowY: "auto" }}>
        <Stack gap="sm">
          {groups.map((group) => (
            <Stack key={group} gap={8} role="group" aria-label={group || "Columns"}>
              {group !== "" && (
                <Text size="xs" fw={600} c="dimmed">
                  {group}
                </Text>
              )}
              {columns
                .filter((column) => (column.group ?? "") === group)
                .map(({ key, label }) => {
                  const isShown = shown.includes(key);
                  return (
                    <Checkbox
                      key={key}
                      size="sm"
                      label={label}
                      checked={isShown}
                      disabled={isShown && (key === ordering || shown.length === 1)}
                      onChange={() => {
                        onChoose(
                          isShown ? shown.filter((other) => other !== key) : [...shown, key],
                        );
                      }}
                    />
                  );
                })}
            </Stack>
          ))}
          <Group gap="xs">
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => {
                onChoose(columns.map(({ key }) => key));
              }}
            >
              All
            </Button>
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => {
                onChoose(main);
              }}
            >
              Main figures
            </Button>
          </Group>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
