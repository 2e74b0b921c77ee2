/** Shows how many visits led to messages, by day and by target. */
import type { ReportConversions, SplitReport } from '@parley/contract/split-reports';
import { element } from './dom.ts';
import { barChart, chartEnds, heads, type ReportWords } from './report-charts.ts';
import { rulesLink } from './shell.ts';

/** Empty if the link doesn't recognise its fans. */
export function conversionData({ conversions }: SplitReport, words: ReportWords): HTMLElement[] {
  if (conversions === null) return [];
  const { texts, formats } = words;
  const { today, days, targets } = conversions;
  const cells = (row: ReportConversions) =>
    [row.conversions, row.newFans, row.repeatFans].map((count) => element('td', '', [formats.number(count)]));
  const titles = [texts.conversions, texts.newFans, texts.repeatFans];
  const dayRows = days
    .toReversed()
    .map((row) => element('tr', '', [element('td', '', [formats.day(row.day)]), ...cells(row)]));
  const targetRows = targets.map((row) => {
    const name = row.url === null ? texts.gone : element('bdi', 'url', [row.url]);
    return element('tr', '', [element('td', 'name', [name]), ...cells(row)]);
  });
  const bars = days.map((row) => ({ visits: row.conversions, visitors: row.newFans }));
  const byDay = [
    barChart(bars, texts.conversions),
    chartEnds(formats.day(days[0]?.day ?? ''), formats.day(days.at(-1)?.day ?? '')),
    element('details', '', [
      element('summary', '', [texts.asTable]),
      element('table', '', [heads([texts.day, ...titles]), element('tbody', '', dayRows)]),
    ]),
  ];
  return [
    element('section', 'order', [
      element('h2', '', [texts.conversions]),
      element('p', 'note', [`${texts.conversionHint} · `, rulesLink(texts)]),
      element('p', 'note', [
        element('span', 'key', [`${texts.conversions}: ${texts.today} ${formats.number(today.conversions)}`]),
        element('span', 'key repeat', [`${texts.newFans}: ${texts.today} ${formats.number(today.newFans)}`]),
      ]),
      ...(days.every((row) => row.conversions === 0)
        ? [element('p', 'empty', [texts.noConversions])]
        : byDay),
      ...(targets.length === 0
        ? []
        : [element('table', 'bars', [heads([texts.targets, ...titles]), element('tbody', '', targetRows)])]),
    ]),
  ];
}
