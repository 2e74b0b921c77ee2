/** Draws counts as bars: over days and hours, and beside names. */
import type { ReportFigures } from '@parley/contract/split-reports';
import type { ReportTexts } from '../lib/report-texts.ts';
import { filled } from '../lib/texts.ts';
import { element, shape } from './dom.ts';
import type { ShareFormats } from './formats.ts';

export type ReportWords = { texts: ReportTexts; formats: ShareFormats };

const [width, height, gap] = [320, 72, 2];

/** Draws visits as bars, with visitors in front of them. */
export function barChart(rows: readonly ReportFigures[], label: string): SVGElement {
  const most = Math.max(1, ...rows.map(({ visits }) => visits));
  const step = width / Math.max(rows.length, 7);
  const bar = (at: number, count: number, kind: string) =>
    shape('rect', {
      class: kind,
      x: (at * step).toFixed(1),
      y: (height - (count / most) * height).toFixed(1),
      width: (step - gap).toFixed(1),
      height: ((count / most) * height).toFixed(1),
    });
  const bars = rows.flatMap(({ visits, visitors }, at) => [
    bar(at, visits, 'visits'),
    bar(at, Math.min(visits, visitors), 'visitors'),
  ]);
  const attributes = { class: 'chart', viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': label };
  return shape('svg', { ...attributes, preserveAspectRatio: 'none' }, bars);
}

/** Labels the first and the last bar, below a chart. */
export const chartEnds = (first: string, last: string): HTMLElement =>
  element('div', 'note ends', [element('span', '', [first]), element('span', '', [last])]);

export type NamedRow = ReportFigures & { name: Node | string };

/** Rows beyond this number are combined into one. */
const maxRows = 12;

/** A table whose rows have bars; empty without visits. */
export function barTable(title: string, rows: readonly NamedRow[], words: ReportWords): HTMLElement[] {
  if (rows.length === 0) return [];
  const { texts, formats } = words;
  const all = Math.max(
    1,
    rows.reduce((sum, { visits }) => sum + visits, 0),
  );
  const shown = rows.length > maxRows ? rows.slice(0, maxRows - 1) : rows;
  const others = rows.slice(shown.length);
  const sum = (of: keyof ReportFigures) => others.reduce((total, row) => total + row[of], 0);
  const rest: NamedRow[] =
    others.length === 0
      ? []
      : [
          {
            name: filled(texts.more, { count: others.length }),
            visits: sum('visits'),
            visitors: sum('visitors'),
          },
        ];
  const line = ({ name, visits, visitors }: NamedRow) =>
    element('tr', '', [
      element('td', 'name', [name, share(visits / all)]),
      element('td', '', [formats.number(visits)]),
      element('td', '', [formats.number(visitors)]),
    ]);
  return [
    element('section', 'order', [
      element('h2', '', [title]),
      element('table', 'bars', [
        heads([texts.name, texts.visits, texts.visitors]),
        element('tbody', '', [...shown, ...rest].map(line)),
      ]),
    ]),
  ];
}

function share(of: number): SVGElement {
  const bar = shape('rect', { width: (of * 100).toFixed(1), height: '4' });
  return shape(
    'svg',
    { class: 'share', viewBox: '0 0 100 4', preserveAspectRatio: 'none', 'aria-hidden': 'true' },
    [bar],
  );
}

export const heads = (names: readonly string[]): HTMLElement =>
  element('thead', '', [
    element(
      'tr',
      '',
      names.map((name) => element('th', '', [name], { scope: 'col' })),
    ),
  ]);
