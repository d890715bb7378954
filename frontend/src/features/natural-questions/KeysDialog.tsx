import { Kbd, Modal, Table, Title } from "@mantine/core";

import classes from "./KeysDialog.module.css";

const GROUPS: readonly { title: string; keys: readonly (readonly [string, string])[] }[] = [
  {
    title: "Anywhere",
    keys: [
      ["Ctrl+Z", "Undo"],
      ["Ctrl+Shift+Z", "Redo"],
      ["1 2 3 4", "Go to a stage"],
      ["?", "Guidelines"],
      ["K", "This list"],
    ],
  },
  {
    title: "Question",
    keys: [
      ["G", "Good"],
      ["B", "Bad"],
    ],
  },
  {
    title: "Long answer",
    keys: [
      ["↑ ↓", "Previous, next box"],
      ["← →", "The box around, the first box inside"],
      ["Home End", "First, last box of the page"],
      ["Enter", "Use this box"],
      ["N", "No answer"],
      ["/", "Find in the page"],
      ["E", "Guidelines with examples"],
    ],
  },
  {
    title: "Short answer",
    keys: [
      ["← → ↑ ↓", "Move from word to word"],
      ["Shift", "with an arrow: stretch"],
      ["Enter Space", "Mark the words"],
      ["Backspace", "Remove the last span"],
      ["Y X N", "Yes, no, none"],
      ["Ctrl+Enter", "Go to the review"],
    ],
  },
  { title: "Review", keys: [["Enter Ctrl+Enter", "Submit"]] },
];

/** All keys of the annotation page. */
export function KeysDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Modal opened={opened} onClose={onClose} title="Keys" size="xl">
      <div className={classes.groups}>
        {GROUPS.map(({ title, keys }) => (
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
