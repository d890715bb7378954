import { Button, Menu, Table } from "@mantine/core";
import { IconChartBar, IconTable } from "@tabler/icons-react";
import {
  type ReactNode,
  type Ref,
  useContext,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";

import { ScrolledTable } from "@/components/ScrolledTable";
import { Subscripts } from "@/components/Subscripts";

import classes from "./charts.module.css";
import { ChartWidth } from "./chartWidth";
import { DownloadNumbers } from "./DownloadNumbers";
import { type FigureData, cellText } from "./figureData";
import { saveFile, svgFile } from "./saveFigure";

interface FigureFrameProps {
  readonly title: string;
  readonly caption: ReactNode;
  /** What downloads are called, without the ending. */
  readonly fileName: string;
  readonly data: FigureData;
  /** The level of the title: 2 right below a page's own. */
  readonly level?: 2 | 3;
  /** Draws the figure; the reference goes to its `svg`. */
  readonly children: (drawing: Ref<SVGSVGElement>) => ReactNode;
}

/** A figure with its title and caption, the same numbers as a table, and all of it as files. */
export function FigureFrame(props: FigureFrameProps) {
  const { title, caption, fileName, data, level = 3, children } = props;
  const Heading = `h${level}` as const;
  const [showsTable, setShowsTable] = useState(false);
  const drawing = useRef<SVGSVGElement>(null);
  const [room, width] = useRoom();
  const heading = useId();
  const explanation = useId();
  const table = useId();
  // The drawing is made elsewhere; this says that its numbers are in the table.
  useEffect(() => {
    drawing.current?.setAttribute("aria-details", table);
  });
  return (
    <figure
      className={`${classes.figure ?? ""} ${classes.palette ?? ""}`}
      aria-labelledby={heading}
      aria-describedby={explanation}
    >
      <div className={classes.head}>
        <Heading id={heading} className={classes.title}>
          {title}
        </Heading>
        <div className={classes.tools}>
          <Button
            size="xs"
            variant="default"
            leftSection={
              showsTable ? (
                <IconChartBar size={15} aria-hidden />
              ) : (
                <IconTable size={15} aria-hidden />
              )
            }
            onClick={() => setShowsTable(!showsTable)}
          >
            {showsTable ? "Show as figure" : "Show as table"}
          </Button>
          <DownloadNumbers fileName={fileName} title={title} data={data}>
            <Menu.Item
              onClick={() => {
                if (drawing.current === null) return;
                saveFile(`${fileName}.svg`, "image/svg+xml", svgFile(drawing.current, title));
              }}
            >
              Figure as SVG
            </Menu.Item>
          </DownloadNumbers>
        </div>
      </div>
      <div ref={room}>
        <div hidden={showsTable}>
          <ChartWidth value={width}>{children(drawing)}</ChartWidth>
        </div>
      </div>
      <div id={explanation} className={classes.caption}>
        {typeof caption === "string" ? <Subscripts text={caption} /> : caption}
      </div>
      <div id={table} className={showsTable ? undefined : classes.unseen}>
        {showsTable ? (
          <ScrolledTable label={title} minWidth={480}>
            <NumbersTable label={title} data={data} />
          </ScrolledTable>
        ) : (
          // Without anything that scrolls: nobody could see where the keyboard is.
          <NumbersTable label={title} data={data} />
        )}
      </div>
    </figure>
  );
}

/** An element, and how wide it is; the usual width until it is on screen. */
function useRoom() {
  const room = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(useContext(ChartWidth));
  useLayoutEffect(() => {
    const element = room.current;
    if (element === null) return;
    const measure = () => {
      if (element.clientWidth > 0) setWidth(element.clientWidth);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => {
      observer.disconnect();
    };
  }, []);
  return [room, width] as const;
}

/** The numbers of a figure for people who can't or won't read the drawing. */
function NumbersTable({ label, data }: { readonly label: string; readonly data: FigureData }) {
  return (
    <Table aria-label={label}>
      <Table.Thead>
        <Table.Tr>
          {data.columns.map(({ header }, index) => (
            <Table.Th key={header} scope="col" ta={index === 0 ? "left" : "right"}>
              {header}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {data.rows.map((cells, row) => (
          <Table.Tr key={row}>
            {cells.map((cell, index) =>
              index === 0 ? (
                <Table.Th key={index} scope="row" fw={500}>
                  <Subscripts text={cellText(cell, data.columns[index])} />
                </Table.Th>
              ) : (
                <Table.Td key={index} ta="right">
                  <Subscripts text={cellText(cell, data.columns[index])} />
                </Table.Td>
              ),
            )}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
