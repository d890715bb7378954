import { Button, Menu } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import type { ReactNode } from "react";

import { type FigureData, toCsv, toJson } from "./figureData";
import { saveFile } from "./saveFigure";

interface DownloadNumbersProps {
  /** What files are called, without the ending. */
  readonly fileName: string;
  readonly title: string;
  readonly data: FigureData;
  readonly label?: string;
  /** Further items, such as the drawing. */
  readonly children?: ReactNode;
}

/** A menu that saves numbers as files. */
export function DownloadNumbers(props: DownloadNumbersProps) {
  const { fileName, title, data, label, children } = props;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          size="xs"
          variant="default"
          flex="none"
          leftSection={<IconDownload size={15} aria-hidden />}
          aria-label={label}
        >
          Download
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          onClick={() => {
            saveFile(`${fileName}.csv`, "text/csv;charset=utf-8", toCsv(data));
          }}
        >
          Numbers as CSV
        </Menu.Item>
        <Menu.Item
          onClick={() => saveFile(`${fileName}.json`, "application/json", toJson(title, data))}
        >
          Numbers as JSON
        </Menu.Item>
        {children}
      </Menu.Dropdown>
    </Menu>
  );
}
