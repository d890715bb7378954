import { Kbd, Title } from "@mantine/core";

import type { DialogProps } from "@/components/dialogProps";
import { LateModal } from "@/components/late";

import classes from "./KeysDialog.module.css";

export interface KeyGroup {
  readonly title: string;
  /** Combinations, parted by spaces where there are several, and what they do. */
  readonly keys: readonly (readonly [combination: string, meaning: string])[];
}

interface KeysDialogProps extends DialogProps {
  readonly groups: readonly KeyGroup[];
}

/** All keys of an annotation page. */
export function KeysDialog({ groups, opened, onClose }: KeysDialogProps) {
  return (
    <LateModal opened={opened} onClose={onClose} title="Keys" size="72rem">
      <div className={classes.groups}>
        {groups.map(({ title, keys }) => (
          <section key={title} className={classes.group}>
            <Title order={3} size="h4" mb={4}>
              {title}
            </Title>
            {/* Mantine's table would bring its scroll area and its tooltips' engine along. */}
            <table className={classes.keys}>
              <tbody>
                {keys.map(([combination, meaning]) => (
                  <tr key={combination + meaning}>
                    <td>
                      {combination.split(" ").map((key) => (
                        <Kbd key={key} mr={5}>
                          {key}
                        </Kbd>
                      ))}
                    </td>
                    <td>{meaning}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        ))}
      </div>
    </LateModal>
  );
}
