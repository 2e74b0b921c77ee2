/** Shows the counts of a report: totals, days, hours, conversions, countries, devices and targets. */
import type { ReportFigures, SplitReport } from '@parley/contract/split-reports';
import { filled, type ShareLanguage } from '../lib/texts.ts';
import { element } from './dom.ts';
import { barChart, barTable, chartEnds, heads, type ReportWords } from './report-charts.ts';
import { conversionData } from './report-conversions.ts';
import type { CountryMap } from './report-map.ts';

export function accessData(
  report: SplitReport,
  map: CountryMap,
  words: ReportWords,
  language: ShareLanguage,
): HTMLElement[] {
  const { texts } = words;
  const names = new Intl.DisplayNames(language, { type: 'region' });
  const countryName = (code: string) => names.of(code) ?? code;
  const shownMap = map.draw(report.countries, countryName, words);
  const named = <Name extends string>(rows: readonly (ReportFigures & { name: Name })[]) =>
    rows.map((row) => ({ ...row, name: texts[row.name as 'other'] ?? row.name })); // only some names are words
  return [
    totals(report, words),
    days(report, words),
    hours(report, words),
    ...(report.days.every(({ visits }) => visits === 0) ? [element('p', 'empty', [texts.none])] : []),
    ...conversionData(report, words),
    ...(shownMap === null ? [] : [shownMap]),
    ...barTable(
      texts.countries,
      report.countries.map((row) => ({
        ...row,
        name: row.name === null ? texts.unknownCountry : countryName(row.name),
      })),
      words,
    ),
    element('p', 'note', [report.knowsCountries ? texts.data : texts.noLocations]),
    ...barTable(texts.devices, named(report.devices), words),
    ...barTable(texts.systems, named(report.systems), words),
    ...barTable(texts.browsers, named(report.browsers), words),
    ...barTable(
      texts.targets,
      report.targets.map((row) => ({ ...row, name: targetName(row, words) })),
      words,
    ),
  ];
}

const targetName = ({ outcome, url }: SplitReport['targets'][number], { texts }: ReportWords) =>
  outcome === 'target' ? (url === null ? texts.gone : element('bdi', 'url', [url])) : texts[outcome];

function totals({ total, today, yesterday }: SplitReport, { texts, formats }: ReportWords): HTMLElement {
  const figure = (label: string, count: number, note: string) =>
    element('div', 'figure', [
      element('div', 'label', [label]),
      element('div', 'value', [formats.number(count)]),
      element('div', 'note', [note]),
    ]);
  const before = (count: number) => filled(texts.yesterday, { count: formats.number(count) });
  return element('section', 'order', [
    element('div', 'figures four', [
      figure(texts.totalVisits, total.visits, texts.sinceStart),
      figure(texts.todayVisits, today.visits, before(yesterday.visits)),
      figure(texts.totalVisitors, total.visitors, texts.sinceStart),
      figure(texts.todayVisitors, today.visitors, before(yesterday.visitors)),
    ]),
  ]);
}

const key = ({ texts }: ReportWords) =>
  element('p', 'note', [
    element('span', 'key', [texts.visits]),
    element('span', 'key repeat', [texts.visitors]),
  ]);

function days({ days: rows }: SplitReport, words: ReportWords): HTMLElement {
  const { texts, formats } = words;
  const lines = rows
    .toReversed()
    .map(({ day, visits, visitors }) =>
      element('tr', '', [
        element('td', '', [formats.day(day)]),
        element('td', '', [formats.number(visits)]),
        element('td', '', [formats.number(visitors)]),
      ]),
    );
  return element('section', 'order', [
    element('h2', '', [texts.byDay]),
    key(words),
    barChart(rows, texts.byDay),
    chartEnds(formats.day(rows[0]?.day ?? ''), formats.day(rows.at(-1)?.day ?? '')),
    element('details', '', [
      element('summary', '', [texts.asTable]),
      element('table', '', [heads([texts.day, texts.visits, texts.visitors]), element('tbody', '', lines)]),
    ]),
  ]);
}

function hours({ hours: rows }: SplitReport, words: ReportWords): HTMLElement {
  const { texts, formats } = words;
  const label = (hour: number) => filled(texts.hourLabel, { hour: String(hour).padStart(2, '0') });
  const lines = rows.map(({ visits, visitors, visitsToday }, hour) =>
    element('tr', '', [
      element('td', '', [label(hour)]),
      element('td', '', [formats.number(visits)]),
      element('td', '', [formats.number(visitors)]),
      element('td', '', [formats.number(visitsToday)]),
    ]),
  );
  return element('section', 'order', [
    element('h2', '', [texts.byHour]),
    key(words),
    barChart(rows, texts.byHour),
    chartEnds(label(0), label(23)),
    element('details', '', [
      element('summary', '', [texts.asTable]),
      element('table', '', [
        heads([texts.hour, texts.visits, texts.visitors, texts.today]),
        element('tbody', '', lines),
      ]),
    ]),
  ]);
}
