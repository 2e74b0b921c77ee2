import { ChartFrame, type ChartProperties, seriesClass } from './ChartFrame.tsx';
import { barPlot } from './plot.ts';

/** Bars of the first series; the others stand in the tip and the table only, for they have another measure. */
export function BarChart(properties: ChartProperties) {
  const [drawn] = properties.series;
  return (
    <ChartFrame
      {...properties}
      legend={false}
      draw={(size) => {
        const plot = barPlot(drawn?.values ?? [], size);
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
            </g>
          ),
        };
      }}
    />
  );
}
