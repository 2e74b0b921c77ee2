/** The counts of a report as one spreadsheet table, in the reader's language. */
import type { InterfaceLanguage } from '@parley/contract';
import type { ReportConversions, ReportFigures, SplitReport } from '@parley/contract/split-reports';
import {
  type Field,
  type Sheet,
  type SheetReader,
  type SheetTexts,
  sheetOf,
  text,
} from '../../../base/spreadsheet/sheet.ts';

/** Null if not counted for this row. */
export type FigureRow = { part: SheetTexts; name: string | null } & {
  [Count in keyof (ReportFigures & ReportConversions)]: number | null;
};

const parts = {
  total: text('总计', 'Total'),
  day: text('日期', 'Day'),
  hour: text('时段', 'Hour'),
  country: text('国家/地区', 'Country'),
  device: text('设备', 'Device'),
  system: text('操作系统', 'Operating system'),
  browser: text('浏览器', 'Browser'),
  target: text('目标', 'Target'),
} as const;

const unknown = text('未知', 'Unknown');
const names: Readonly<Record<string, SheetTexts>> = {
  mobile: text('手机', 'Phones'),
  tablet: text('平板', 'Tablets'),
  desktop: text('电脑', 'Computers'),
  other: text('其他', 'Other'),
  default: text('默认地址', 'Default address'),
  page: text('留言页面', 'Page with contact form'),
  gone: text('已移除的目标', 'Targets that were removed'),
};

const count = (title: SheetTexts, value: (row: FigureRow) => number | null): Field<FigureRow> => ({
  title,
  kind: 'count',
  width: 12,
  value,
});

const fields: readonly Field<FigureRow>[] = [
  {
    title: text('类别', 'Figures by'),
    kind: 'text',
    width: 18,
    value: ({ part }, language) => part[language],
  },
  { title: text('名称', 'Name'), kind: 'text', width: 36, value: ({ name }) => name },
  count(text('访问量', 'Visits'), ({ visits }) => visits),
  count(text('访客数', 'Visitors'), ({ visitors }) => visitors),
  count(text('转化', 'Conversions'), ({ conversions }) => conversions),
  count(text('新粉', 'New fans'), ({ newFans }) => newFans),
  count(text('重粉', 'Repeat fans'), ({ repeatFans }) => repeatFans),
];

export const figureSheet = (reader: SheetReader): Sheet<FigureRow> =>
  sheetOf(text('分流访问数据', 'Split link figures'), fields, reader);

const notCounted = { conversions: null, newFans: null, repeatFans: null };
const noVisits = { visits: 0, visitors: 0 };
const noConversions: ReportConversions = { conversions: 0, newFans: 0, repeatFans: 0 };

/** Returns totals, days, hours, countries, devices, systems, browsers and targets, each in the order of the page. */
export function figureRows(
  report: Omit<SplitReport, 'knowsCountries'>,
  language: InterfaceLanguage,
): FigureRow[] {
  const countries = new Intl.DisplayNames(language, { type: 'region' });
  const nameOf = (name: string) => names[name]?.[language] ?? name;
  const rows = <Row extends ReportFigures>(
    part: keyof typeof parts,
    list: readonly Row[],
    name: (row: Row, at: number) => string,
  ): FigureRow[] =>
    list.map((row, at) => ({
      part: parts[part],
      name: name(row, at),
      visits: row.visits,
      visitors: row.visitors,
      ...notCounted,
    }));
  return [
    { part: parts.total, name: null, ...report.total, ...notCounted },
    ...dayRows(report),
    ...rows('hour', report.hours, (_, at) => `${String(at).padStart(2, '0')}:00`),
    ...rows('country', report.countries, ({ name }) =>
      name === null ? unknown[language] : (countries.of(name) ?? name),
    ),
    ...rows('device', report.devices, ({ name }) => nameOf(name)),
    ...rows('system', report.systems, ({ name }) => nameOf(name)),
    ...rows('browser', report.browsers, ({ name }) => nameOf(name)),
    ...targetRows(report, nameOf),
  ];
}

type Reported = Pick<SplitReport, 'days' | 'targets' | 'conversions'>;

const dayRows = ({ days, conversions }: Reported): FigureRow[] =>
  days.map(({ day, visits, visitors }) => {
    const { day: _, ...converted } = conversions?.days.find((row) => row.day === day) ?? {
      day,
      ...(conversions === null ? notCounted : noConversions),
    };
    return { part: parts.day, name: day, visits, visitors, ...converted };
  });

/** A target whose visitors wrote in this period but visited before it has no visits. */
function targetRows({ targets, conversions }: Reported, nameOf: (name: string) => string): FigureRow[] {
  const convertedOf = (url: string | null) => {
    if (conversions === null) return notCounted;
    const { url: _, ...converted } = conversions.targets.find((row) => row.url === url) ?? {
      url,
      ...noConversions,
    };
    return converted;
  };
  const visited = new Set(targets.flatMap(({ outcome, url }) => (outcome === 'target' ? [url] : [])));
  const others = (conversions?.targets ?? []).filter(({ url }) => !visited.has(url));
  return [
    ...targets.map(({ outcome, url, visits, visitors }) => ({
      part: parts.target,
      name: outcome === 'target' ? (url ?? nameOf('gone')) : nameOf(outcome),
      visits,
      visitors,
      ...(outcome === 'target' ? convertedOf(url) : notCounted),
    })),
    ...others.map(({ url }) => ({
      part: parts.target,
      name: url ?? nameOf('gone'),
      ...noVisits,
      ...convertedOf(url),
    })),
  ];
}
