import { ChartFrame, type ChartProperties, seriesClass } from './ChartFrame.tsx';
import { linePlot } from './plot.ts';

/** A line per series over the same places, such as days. */
export function LineChart(properties: ChartProperties) {
  const { places, series } = properties;
  return (
    <ChartFrame
      {...properties}
      legend
      draw={(size) => {
        const plot = linePlot(series, places.length, size);
        return {
          plot,
          marks: (active) =>
            plot.lines.map(({ key, path, points }, index) => (
              <g key={key} className={seriesClass(index)}>
                <path d={path} className="chart-line" />
                {points.map(({ x, y }, n) =>
                  n === active || points.length === 1 ? (
                    // Identified by its position.
                    <circle key={`${key} ${x}`} cx={x} cy={y} r={4} className="chart-point" />
                  ) : null,
                )}
              </g>
            )),
        };
      }}
    />
  );
}
