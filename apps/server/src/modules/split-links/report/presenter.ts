import {
  deviceTypes,
  operatingSystems,
  type ReportConversions,
  type ReportFigures,
  type ReportVisitor,
  type SplitReport,
  visitorBrowsers,
} from '@parley/contract/split-reports';
import type { ConversionDay } from '../attribution/queries.ts';
import type { ReportCountRow, ReportDayRow, ReportedLink, VisitorItem } from './queries.ts';

export type ReportParts = {
  link: ReportedLink;
  range: readonly string[];
  days: readonly ReportDayRow[];
  visitors: number;
  counts: readonly ReportCountRow[];
  targetUrls: ReadonlyMap<string, string>;
  conversions: readonly ConversionDay[];
  knowsCountries: boolean;
};

const none: ReportFigures = { visits: 0, visitors: 0 };
const dayMs = 86_400_000;

/** Returns the days of a report, earliest first; `today` is the last of them, YYYY-MM-DD. */
export function daysUntil(today: string, count: number): string[] {
  const last = Date.parse(`${today}T00:00:00Z`);
  return Array.from({ length: count }, (_, at) =>
    new Date(last - (count - 1 - at) * dayMs).toISOString().slice(0, 10),
  );
}

/** Composes a report from sums. Fields are named one by one, so that nothing else is published. */
export function presentReport(parts: ReportParts): SplitReport {
  const { link, range, counts } = parts;
  const byDay = new Map(parts.days.map(({ day, visits, visitors }) => [day, { visits, visitors }]));
  const [yesterday = '', today = ''] = range.slice(-2);
  const of = (kind: ReportCountRow['kind']) => counts.filter((row) => row.kind === kind);
  const clients = of('client').map((row) => ({ ...row, parts: row.name.split('/') }));
  const byClient = <Name extends string>(place: number, names: readonly Name[]) =>
    summed(clients, (row) => names.find((name) => name === row.parts[place]) ?? ('other' as Name)); // each list includes it
  return {
    name: link.name,
    platform: link.platform,
    path: `/s/${link.code}`,
    timeZone: link.timeZone,
    addresses: link.addresses,
    knowsCountries: parts.knowsCountries,
    total: { visits: link.visits, visitors: parts.visitors },
    today: byDay.get(today) ?? none,
    yesterday: byDay.get(yesterday) ?? none,
    days: range.map((day) => ({ day, ...(byDay.get(day) ?? none) })),
    hours: hoursOf(of('hour')),
    countries: summed(of('country'), ({ name }) => (name === '' ? null : name)),
    devices: byClient(0, deviceTypes),
    systems: byClient(1, operatingSystems),
    browsers: byClient(2, visitorBrowsers),
    targets: targetsOf(of('destination'), parts.targetUrls),
    conversions: conversionsOf(parts),
  };
}

const mostFirst = (one: ReportFigures, other: ReportFigures) =>
  other.visits - one.visits || other.visitors - one.visitors;

/** Adds up the rows that share a name. */
function sumsBy<Row, Name, Sum>(
  rows: readonly Row[],
  nameOf: (row: Row) => Name,
  nothing: Sum,
  add: (sum: Sum, row: Row) => Sum,
): Map<Name, Sum> {
  const sums = new Map<Name, Sum>();
  for (const row of rows) sums.set(nameOf(row), add(sums.get(nameOf(row)) ?? nothing, row));
  return sums;
}

function summed<Row extends ReportFigures, Name>(rows: readonly Row[], nameOf: (row: Row) => Name) {
  const sums = sumsBy(rows, nameOf, none, (sum, row) => ({
    visits: sum.visits + row.visits,
    visitors: sum.visitors + row.visitors,
  }));
  return [...sums].map(([name, figures]) => ({ name, ...figures })).sort(mostFirst);
}

function hoursOf(rows: readonly ReportCountRow[]): SplitReport['hours'] {
  const byHour = new Map(rows.map((row) => [Number(row.name), row]));
  return Array.from({ length: 24 }, (_, hour) => {
    const { visits, visitors, visitsToday } = byHour.get(hour) ?? { ...none, visitsToday: 0 };
    return { visits, visitors, visitsToday };
  });
}

/** Deleted targets are merged into one row. */
function targetsOf(
  rows: readonly ReportCountRow[],
  urls: ReadonlyMap<string, string>,
): SplitReport['targets'] {
  const fixed = (name: string) => (name === 'default' || name === 'page' ? name : 'target');
  const sums = summed(rows, ({ name }) => JSON.stringify([fixed(name), urls.get(name) ?? null]));
  return sums.map(({ name, visits, visitors }) => {
    const [outcome, url]: [SplitReport['targets'][number]['outcome'], string | null] = JSON.parse(name); // as two lines above
    return { outcome, url, visits, visitors };
  });
}

/** Agents are omitted: a report names targets, and which agent received a message concerns the owner alone. */
function conversionsOf({ link, range, conversions, targetUrls }: ReportParts): SplitReport['conversions'] {
  if (conversions.length === 0 && !link.tracksFans) return null;
  const byDay = sumsBy(conversions, ({ day }) => day, noConversions, addConversions);
  const urlOf = ({ targetId }: ConversionDay) => targetUrls.get(targetId) ?? null;
  const byUrl = sumsBy(conversions, urlOf, noConversions, addConversions);
  return {
    today: byDay.get(link.today) ?? noConversions,
    days: range.map((day) => ({ day, ...(byDay.get(day) ?? noConversions) })),
    targets: [...byUrl]
      .map(([url, sums]) => ({ url, ...sums }))
      .sort((one, other) => other.conversions - one.conversions),
  };
}

const noConversions: ReportConversions = { conversions: 0, newFans: 0, repeatFans: 0 };

const addConversions = (sum: ReportConversions, row: ReportConversions): ReportConversions => ({
  conversions: sum.conversions + row.conversions,
  newFans: sum.newFans + row.newFans,
  repeatFans: sum.repeatFans + row.repeatFans,
});

export const presentVisitor = ({
  day: _day,
  hash: _hash,
  at,
  lastAt,
  ...visitor
}: VisitorItem): ReportVisitor => ({
  ...visitor,
  at: Math.floor(at / 1000),
  lastAt: Math.floor(lastAt / 1000),
});
