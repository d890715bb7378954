import { Card } from "@mantine/core";
import type { Ref } from "react";

import chart from "@/components/charts/charts.module.css";
import { useChartWidth } from "@/components/charts/chartWidth";
import { Drawing } from "@/components/charts/Drawing";
import { FigureFrame } from "@/components/charts/FigureFrame";
import { Legend, LEGEND_HEIGHT } from "@/components/charts/Legend";
import { Mark } from "@/components/charts/Mark";
import { useMarks } from "@/components/charts/useMarks";
import { formatInterval } from "@/components/figures/values";
import { formatPercent } from "@/components/format";
import { wordOf } from "@/kinds/words";

import { describePoint, type Labels, labelsOf, tableOf } from "../parts/plotData";
import { useAddressOf } from "../parts/ReportContext";
import { captionOf } from "../parts/SectionPlot";
import type { Plot } from "../shape";
import { type End, flowPath, layOut, NODE, type Node, ROW } from "./decisionLayout";
import classes from "./DecisionPath.module.css";

/** The least width, in which the columns stand as here. */
const LEAST_WIDTH = 680;
const COLUMNS = { stages: [6, 158, 310], ends: 462 };
const TOP = LEGEND_HEIGHT + 44;
/** The text above each stage's bar: the stage, and how many come to it. */
const STAGES = [
  { stage: "Question", reached: "All" },
  { stage: "Long answer", reached: "Good question" },
  { stage: "Short answer", reached: "Long answer" },
];
const UNSAID_REACHED = "Not marked as bad";

interface DecisionPathProps {
  readonly section: string;
  readonly plot: Plot;
}

/** Figure 2 of the NQ paper for this project: where its annotations end. */
export function DecisionPath({ section, plot }: DecisionPathProps) {
  const { label, explanation, x } = wordOf(section, plot.name);
  const labels = labelsOf(section);
  return (
    <Card>
      <FigureFrame
        title={label}
        caption={captionOf(plot, explanation ?? "")}
        fileName="decision-path"
        data={tableOf(plot, labels, x ?? "")}
      >
        {(drawing) => <Paths plot={plot} label={label} labels={labels} drawing={drawing} />}
      </FigureFrame>
    </Card>
  );
}

interface PathsProps {
  readonly plot: Plot;
  readonly label: string;
  readonly labels: Labels;
  readonly drawing: Ref<SVGSVGElement>;
}

function Paths({ plot, label, labels, drawing }: PathsProps) {
  const addressOf = useAddressOf();
  const width = useChartWidth(LEAST_WIDTH);
  const wider = width / LEAST_WIDTH;
  const columns = {
    stages: COLUMNS.stages.map((x) => x * wider),
    ends: COLUMNS.ends * wider,
    top: TOP,
  };
  const { nodes, ends, flows, height } = layOut(plot.points, columns);
  const { active, markProps } = useMarks(ends.length);
  const describe = ({ point }: End) => describePoint(plot, point, labels);
  const shown = ends[active ?? -1];
  return (
    <Drawing
      label={label}
      width={width}
      height={height}
      drawing={drawing}
      mark="end"
      pointedAt={shown && describe(shown)}
    >
      <Legend
        x={columns.ends}
        entries={
          ends.some(({ published }) => published !== null)
            ? [
                {
                  key: "published",
                  label: "Published",
                  sign: <path className={chart.reference} d="M-3 7H17" />,
                },
              ]
            : []
        }
      />
      <g aria-hidden>
        {flows.map((flow) => (
          <path key={flow.key} className={classes.flow} d={flowPath(flow)} />
        ))}
        {nodes.map((node, stage) => (
          <Stage key={node.key} node={node} stage={stage} isUnsaid={hasUnsaid(plot)} />
        ))}
      </g>
      {ends.map((end, index) => (
        <Mark
          key={end.key}
          {...markProps(index, describe(end), addressOf(end.point))}
          texts={<TextsOfEnd end={end} name={labels.key(end.key)} />}
        >
          <OneEnd end={end} width={width - end.x} />
        </Mark>
      ))}
    </Drawing>
  );
}

function hasUnsaid({ points }: Plot): boolean {
  return points.some(({ key }) => key === "unsaid");
}

interface StageProps {
  readonly node: Node;
  readonly stage: number;
  readonly isUnsaid: boolean;
}

function Stage({ node: { x, y, height, share }, stage, isUnsaid }: StageProps) {
  const words = STAGES[stage];
  const reached = stage === 1 && isUnsaid ? UNSAID_REACHED : words?.reached;
  return (
    <>
      <text className={classes.stage} x={x} y={14}>
        {stage + 1}. {words?.stage}
      </text>
      <rect className={classes.node} x={x} y={y} width={NODE} height={height} />
      <text className={chart.onMark} x={x} y={y - 20}>
        {reached}
      </text>
      <text className={chart.onMark} x={x} y={y - 6}>
        {formatPercent(share)}
      </text>
    </>
  );
}

function OneEnd({ end, width }: { readonly end: End; readonly width: number }) {
  const { x, y, height, published } = end;
  return (
    <>
      <rect
        className={chart.target}
        x={x - 4}
        y={y - 4}
        width={width + 2}
        height={Math.max(height, ROW) + 6}
        rx={3}
      />
      <rect className={classes.end} x={x} y={y} width={NODE} height={Math.max(height, 1)} />
      {published !== null && (
        <path className={chart.reference} d={`M${x - 6} ${published}h${NODE + 12}`} />
      )}
    </>
  );
}

function TextsOfEnd({ end, name }: { readonly end: End; readonly name: string }) {
  const { y, point } = end;
  const x = end.x + NODE + 12;
  const interval = formatInterval(point, "share");
  return (
    <>
      <text className={chart.text} x={x} y={y + 12}>
        {name}
      </text>
      <text className={classes.share} x={x} y={y + 28}>
        {formatPercent(end.share)}
        <tspan className={classes.range}>{interval === null ? "" : `  ${interval}`}</tspan>
      </text>
      {point.published !== null && (
        <text className={classes.published} x={x} y={y + 42}>
          published {formatPercent(point.published)}
        </text>
      )}
    </>
  );
}
