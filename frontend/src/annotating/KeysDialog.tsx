import { Kbd, Modal, Table, Title } from "@mantine/core";

import classes from "./KeysDialog.module.css";

export interface KeyGroup {
  readonly title: string;
  /** Combinations, parted by spaces where there are several, and what they do. */
  readonly keys: readonly (readonly [combination: string, meaning: string])[];
}

interface KeysDialogProps {
  readonly groups: readonly KeyGroup[];
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** All keys of an annotation page. */
export function KeysDialog({ groups, opened, onClose }: KeysDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Keys" size="xl">
      <div className={classes.groups}>
        {groups.map(({ title, keys }) => (
          <section key={title} className={classes.group}>
            <Title order={3} size="h4" mb={4}>
              {title}
            </Title>
            <Table verticalSpacing={5} horizontalSpacing={0} withRowBorders={false}>
              <Table.Tbody>
                {keys.map(([combination, meaning]) => (
                  <Table.Tr key={combination}>
                    <Table.Td w={150}>
                      {combination.split(" ").map((key) => (
                        <Kbd key={key} mr={5}>
                          {key}
                        </Kbd>
                      ))}
                    </Table.Td>
                    <Table.Td>{meaning}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </section>
        ))}
      </div>
    </Modal>
  );
}
