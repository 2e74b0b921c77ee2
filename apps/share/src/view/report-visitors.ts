/** Lists the visitors of a report, latest first, in pages. */
import type { ReportVisitor } from '@parley/contract/split-reports';
import type { VisitorListPage } from '../lib/report-api.ts';
import { filled, type ShareLanguage } from '../lib/texts.ts';
import { button, element } from './dom.ts';
import type { ReportWords } from './report-charts.ts';
import { exportButton } from './report-export.ts';

export type VisitorActions = {
  visitors(cursor: string): Promise<VisitorListPage | null>;
  file(language: string): Promise<Blob | null>;
};

/** `refresh` reads the latest visitors again if `of` differs from the value for which they were read. */
export type VisitorList = { root: HTMLElement; refresh(of: string): void };

export function createVisitorList(
  words: ReportWords,
  language: ShareLanguage,
  actions: VisitorActions,
): VisitorList {
  const { texts } = words;
  const list = element('ul', 'visitor-rows');
  const state = element('p', 'empty', [texts.loading], { role: 'status' });
  const more = button(texts.loadMore, () => void load(next ?? ''));
  const root = element('section', 'order', [
    exportButton(words, texts.fileName, () => actions.file(language)),
    list,
    state,
    more,
  ]);
  let [shownOf, next, pages]: [string | null, string | null, number] = [null, null, 0];
  more.hidden = true;

  async function load(cursor: string): Promise<void> {
    more.disabled = true;
    const of = shownOf;
    const page = await actions.visitors(cursor);
    if (of !== shownOf) return;
    more.disabled = false;
    if (page === null) return fail(cursor);
    if (cursor === '') {
      list.replaceChildren();
      pages = 0;
    }
    pages += 1;
    list.append(...page.list.map((visitor) => row(visitor, words, language)));
    next = page.nextCursor;
    more.hidden = next === null;
    state.replaceChildren(list.children.length === 0 ? texts.noVisitors : '');
  }

  function fail(cursor: string): void {
    more.hidden = true;
    state.replaceChildren(
      texts.failed,
      ' ',
      button(texts.retry, () => void load(cursor)),
    );
  }

  return {
    root,
    refresh(of) {
      // For readers who have loaded earlier pages, the list stays as it is.
      if (of === shownOf || (pages > 1 && of.split(' ')[0] === shownOf?.split(' ')[0])) return;
      shownOf = of;
      void load('');
    },
  };
}

function row(visitor: ReportVisitor, { texts, formats }: ReportWords, language: ShareLanguage): HTMLElement {
  const { at, lastAt, url, country, city, address, device, system, browser, visits } = visitor;
  const region =
    country === null
      ? texts.unknownCountry
      : (new Intl.DisplayNames(language, { type: 'region' }).of(country) ?? country);
  const isOneMinute = formats.moment(lastAt) === formats.moment(at);
  const time = isOneMinute ? formats.moment(at) : `${formats.moment(at)} – ${formats.clock(lastAt)}`;
  const word = (name: string) => (name === 'other' ? texts.other : name);
  return element('li', '', [
    element('span', '', [time]),
    element('span', 'clicks', [filled(texts.clicks, { count: formats.number(visits) })]),
    element('span', '', [region, ...(city === null ? [] : [' · ', element('bdi', '', [city])])]),
    element('bdi', 'note', [address]),
    element('span', 'note', [`${texts[device]} · ${word(system)} · ${word(browser)}`]),
    url === null ? element('span', 'note', [texts.page]) : element('bdi', 'note url', [url]),
  ]);
}
