/** One of the divisions that a figure's marks have, told by its colour, its pattern and its label. */
export interface Series {
  readonly key: string;
  readonly label: string;
}

const COLOURS = 6;

export function seriesColour(index: number): string {
  return `var(--chart-series-${(index % COLOURS) + 1})`;
}

/** What a mark of a series is filled with; `id` is the drawing's own. */
export function seriesFill(id: string, index: number): string {
  return `url(#${id}-${index})`;
}

/** Lines and dots over a colour; the first one has none. */
const OVERLAYS = [
  null,
  <path key="rising" d="M-2 2 l4 -4 M0 8 l8 -8 M6 10 l4 -4" />,
  <path key="crossing" d="M0 0 l8 8 M0 8 l8 -8" />,
  <circle key="dots" cx={4} cy={4} r={1.2} />,
  <path key="upright" d="M4 0 v8" />,
  <path key="level" d="M0 4 h8" />,
];

/** The patterns of a drawing's series. */
export function SeriesPatterns({ id, series }: { id: string; series: readonly Series[] }) {
  return (
    <defs>
      {series.map(({ key }, index) => (
        <pattern key={key} id={`${id}-${index}`} width={8} height={8} patternUnits="userSpaceOnUse">
          <rect width={8} height={8} style={{ fill: seriesColour(index) }} />
          <g
            style={{
              fill: "none",
              stroke: "var(--chart-surface)",
              strokeOpacity: 0.55,
            }}
          >
            {OVERLAYS[index % OVERLAYS.length]}
          </g>
        </pattern>
      ))}
    </defs>
  );
}
