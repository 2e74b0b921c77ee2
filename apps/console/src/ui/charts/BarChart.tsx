import { ChartFrame, type ChartProperties, seriesClass } from './ChartFrame.tsx';
import { barPlot } from './plot.ts';

type Properties = ChartProperties & {
  /** Goals of the first series, drawn as dashed lines; null: none. */
  goals?: readonly (number | null)[];
};

/** Bars of the first series; the others have another scale and are shown in the tooltip and the table only. */
export function BarChart({ goals, ...properties }: Properties) {
  const [drawn] = properties.series;
  return (
    <ChartFrame
      {...properties}
      legend={false}
      draw={(size) => {
        const plot = barPlot(drawn?.values ?? [], size, goals);
        return {
          plot,
          marks: (active) => (
            <g className={seriesClass(0)}>
              {plot.bars.map(({ x, y, width, height }, n) => (
                <rect
                  key={x}
                  x={x}
                  y={y}
                  width={width}
                  height={height}
                  rx={Math.min(3, width / 4)}
                  className={n === active ? 'chart-bar chart-bar-active' : 'chart-bar'}
                />
              ))}
              {plot.levels.map(({ x, y, width }) => (
                <line key={x} x1={x} x2={x + width} y1={y} y2={y} className="chart-goal" />
              ))}
            </g>
          ),
        };
      }}
    />
  );
}
