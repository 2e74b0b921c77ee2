import './charts.css';
import { useFormats } from '@parley/ui';
import { type CSSProperties, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { nearest, type Plot, type Series, type Size, shownLabels } from './plot.ts';

export type ChartProperties = {
  /** Accessible name of the chart; not visible. */
  title: string;
  /** The places along the axis by full name; `short` fits below the axis. */
  places: readonly { name: string; short: string }[];
  series: readonly Series[];
  /** The title of the table's first column. */
  placeTitle: string;
  /** True when the page already has a table of the values. */
  hasTable?: boolean;
};

const height = 220;

/** Returns the element's size, updated when it is resized; an estimate until it is measured. */
function useSize(place: RefObject<HTMLElement | null>): Size {
  const [width, setWidth] = useState(560);
  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    const measure = () => {
      if (element.clientWidth > 0) setWidth(element.clientWidth);
    };
    const sizes = new ResizeObserver(measure);
    sizes.observe(element);
    measure();
    return () => sizes.disconnect();
  }, [place]);
  return { width, height };
}

type FrameProperties = ChartProperties & {
  /** Shows the colors and names of the series above the plot. */
  legend: boolean;
  /** Computes the layout for a size and returns its marks; `active` is the index of the highlighted place. */
  draw: (size: Size) => { plot: Plot; marks: (active: number | null) => ReactNode };
};

/** Class for the color and dash pattern of a series, each sufficient to distinguish it. */
export const seriesClass = (index: number) => `series series-${(index % 6) + 1}`;

/**
 * The parts common to all charts: axes, legend, tooltip by pointer, touch or arrow keys, and a table of all values. A
 * range input covers the plot, so that keyboard and screen readers work natively.
 */
export function ChartFrame({ legend, draw, ...properties }: FrameProperties) {
  const { title, places, series, hasTable = false } = properties;
  const { number } = useFormats();
  const element = useRef<HTMLDivElement>(null);
  const size = useSize(element);
  const [active, setActive] = useState<number | null>(null);
  const last = places.length - 1;
  // A refetch may have returned fewer days while one was highlighted.
  const at = active === null ? null : Math.min(active, last);
  const { plot, marks } = draw(size);
  const values = (n: number) =>
    series.map(({ name, values: all }) => `${name} ${number(all[n] ?? 0)}`).join(', ');
  const spoken = (n: number) => `${places[n]?.name ?? ''}: ${values(n)}`;
  const point = (clientX: number) => {
    const left = element.current?.getBoundingClientRect().left ?? 0;
    setActive(nearest(plot.xs, clientX - left));
  };
  return (
    <figure className="chart">
      {legend && series.length > 1 ? <Legend series={series} /> : null}
      <div className="chart-plot" ref={element}>
        <svg width={size.width} height={size.height} aria-hidden="true">
          <Axes plot={plot} places={places} size={size} />
          {at === null ? null : (
            <line className="chart-cursor" x1={plot.xs[at]} x2={plot.xs[at]} y1={0} y2={size.height - 24} />
          )}
          {marks(at)}
        </svg>
        <input
          type="range"
          className="chart-pointer"
          aria-label={title}
          min={0}
          max={Math.max(0, last)}
          step={1}
          value={at ?? last}
          aria-valuetext={spoken(at ?? last)}
          onChange={(event) => setActive(Number(event.target.value))}
          onPointerMove={(event) => point(event.clientX)}
          onPointerLeave={() => setActive(null)}
          onFocus={() => setActive((before) => before ?? last)}
          onBlur={() => setActive(null)}
        />
        {at === null ? null : (
          <Tip
            name={places[at]?.name ?? ''}
            series={series}
            at={at}
            x={plot.xs[at] ?? 0}
            width={size.width}
          />
        )}
      </div>
      {hasTable ? null : <ValueTable {...properties} />}
    </figure>
  );
}

function Axes({ plot, places, size }: { plot: Plot; places: ChartProperties['places']; size: Size }) {
  const { number } = useFormats();
  const shown = shownLabels(places.length, size);
  return (
    <g className="chart-axes">
      {plot.ticks.map(({ value, y }) => (
        <g key={value}>
          <line
            x1={plot.left}
            x2={plot.right}
            y1={y}
            y2={y}
            className={value === 0 ? 'chart-zero' : 'chart-grid'}
          />
          <text x={plot.left - 8} y={y} dy="0.32em" textAnchor="end">
            {number(value)}
          </text>
        </g>
      ))}
      {places.map(({ name, short }, n) =>
        shown.has(n) ? (
          <text key={name} x={plot.xs[n]} y={size.height - 6} textAnchor="middle">
            {short}
          </text>
        ) : null,
      )}
    </g>
  );
}

function Legend({ series }: { series: readonly Series[] }) {
  return (
    <ul className="chart-legend">
      {series.map(({ key, name }, index) => (
        <li key={key}>
          <Swatch index={index} />
          {name}
        </li>
      ))}
    </ul>
  );
}

const Swatch = ({ index }: { index: number }) => (
  <svg width={18} height={8} aria-hidden="true" className={seriesClass(index)}>
    <line x1={1} x2={17} y1={4} y2={4} className="chart-line" />
  </svg>
);

type TipProperties = { name: string; series: readonly Series[]; at: number; x: number; width: number };

/** Tooltip with the values of a place, on the side with more room. Screen readers get the same from the range input. */
function Tip({ name, series, at, x, width }: TipProperties) {
  const { number } = useFormats();
  const side: CSSProperties = x > width / 2 ? { right: width - x + 10 } : { left: x + 10 };
  return (
    <div className="chart-tip" style={side} aria-hidden="true">
      <strong>{name}</strong>
      {series.map(({ key, name: seriesName, values }, index) => (
        <span key={key}>
          <Swatch index={index} />
          {seriesName}
          <b className="numeric">{number(values[at] ?? 0)}</b>
        </span>
      ))}
    </div>
  );
}

/** Lists the latest place first, as in all records. */
function ValueTable({ title, places, series, placeTitle }: ChartProperties) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const [open, setOpen] = useState(false);
  return (
    <details className="chart-table" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('charts.table')}</summary>
      {open ? (
        <div className="chart-scroll">
          <table>
            <caption className="only-read-aloud">{title}</caption>
            <thead>
              <tr>
                <th scope="col">{placeTitle}</th>
                {series.map(({ key, name }) => (
                  <th key={key} scope="col" className="numeric">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {places
                .map(({ name }, n) => (
                  <tr key={name}>
                    <th scope="row">{name}</th>
                    {series.map(({ key, values }) => (
                      <td key={key} className="numeric">
                        {number(values[n] ?? 0)}
                      </td>
                    ))}
                  </tr>
                ))
                .toReversed()}
            </tbody>
          </table>
        </div>
      ) : null}
    </details>
  );
}
