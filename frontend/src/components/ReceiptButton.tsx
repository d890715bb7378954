import { Anchor, Button, Code, Group, Modal, Stack, Table, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconDownload } from "@tabler/icons-react";
import type { ReactNode } from "react";

import type { SystemRow } from "@/api/leaderboard";

import { saveFile } from "./charts/saveFigure";
import { CopyButton } from "./CopyButton";
import { formatDateTime } from "./format";
import { type Fact, parameterFacts, receiptJson } from "./receiptFacts";

/** Digits that tell receipts apart; the command takes them for the whole. */
const SHOWN = 12;

type Receipted = Pick<SystemRow, "name" | "receipt" | "files" | "scored_at">;

interface ReceiptButtonProps {
  readonly score: Receipted;
  /** What a user can do with it here. */
  readonly children?: ReactNode;
}

/** The beginning of a score's receipt, which opens all of it. */
export function ReceiptButton({ score, children }: ReceiptButtonProps) {
  const { name, receipt, files, scored_at: scoredAt } = score;
  const [opened, { open, close }] = useDisclosure(false);
  const short = receipt.receipt.slice(0, SHOWN);
  const rows: readonly Fact[] = [
    ["Receipt", receipt.receipt],
    ["Scored", formatDateTime(scoredAt)],
    ...(receipt.gold_sha256 === null
      ? []
      : [["SHA-256 of the annotations", receipt.gold_sha256] as const]),
    ["SHA-256 of the scoring code", receipt.code_sha256],
    ...files.map((file): Fact => [`SHA-256 of ${file.name}`, file.sha256]),
    ...parameterFacts(receipt.parameters),
  ];
  const command = `python manage.py verify_score ${short}`;
  return (
    <>
      <Anchor component="button" type="button" size="xs" c="dimmed" ta="left" onClick={open}>
        receipt {short}
      </Anchor>
      <Modal opened={opened} onClose={close} title={`Receipt of ${name}`} size="lg">
        <Stack>
          <Text size="sm">
            The people who run this site can compute the score again: <Code>{command}</Code>
          </Text>
          <Table aria-label="Receipt">
            <Table.Tbody>
              {rows.map(([label, value]) => (
                <Table.Tr key={label}>
                  <Table.Th scope="row" w="34%">
                    {label}
                  </Table.Th>
                  <Table.Td style={{ overflowWrap: "anywhere" }}>{value}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
          {children}
          <Group>
            <CopyButton text={receiptJson(score)} label="Copy as JSON" />
            <Button
              variant="default"
              leftSection={<IconDownload size={16} aria-hidden />}
              onClick={() => {
                saveFile(`receipt-${short}.json`, "application/json", receiptJson(score));
              }}
            >
              Download as JSON
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
