/** The page of a report: access data and visitor data of a split link. */
import type { ReportDays, ReportView } from '../lib/report-api.ts';
import { reportTexts } from '../lib/report-texts.ts';
import { filled, type ShareLanguage } from '../lib/texts.ts';
import type { WorldMap } from '../lib/world-map.ts';
import { button, element } from './dom.ts';
import { formatsOf } from './formats.ts';
import { accessData } from './report-access.ts';
import type { ReportWords } from './report-charts.ts';
import { exportButton } from './report-export.ts';
import { createCountryMap } from './report-map.ts';
import { createVisitorList, type VisitorActions, type VisitorList } from './report-visitors.ts';
import { createShell, type OpenState, type ShellActions } from './shell.ts';

export type ReportActions = ShellActions &
  VisitorActions & {
    /** Shows other days. */
    choose(days: ReportDays): Promise<void>;
    loadMap(): Promise<WorldMap>;
    /** Returns the access data as a spreadsheet; null if it can't be had. */
    figuresFile(language: string): Promise<Blob | null>;
  };

const tabs = ['access', 'visitorData'] as const;
const ranges: readonly ReportDays[] = ['7', '30'];

export function createReportPage(root: HTMLElement, actions: ReportActions) {
  let tab: (typeof tabs)[number] = 'access';
  /** Kept between renderings. */
  let list: VisitorList | null = null;
  let saving: HTMLElement | null = null;
  let last: [OpenState<ReportView>, ShareLanguage] | null = null;
  const drawAgain = () => {
    if (last !== null) page.show(...last);
  };
  const map = createCountryMap(actions.loadMap, drawAgain);

  const page = createShell<ReportView>(root, actions, {
    textsOf: reportTexts,
    titleOf: ({ name }) => name,
    reset() {
      list = null;
      saving = null;
    },
    draw(state, language) {
      last = [state, language];
      const words = { texts: reportTexts(language), formats: formatsOf(language) };
      return [
        ...head(state, words, language),
        tabList(words, tab, (to) => {
          tab = to;
          drawAgain();
        }),
        rangeChoice(words, state.view.range, actions.choose),
        panel(state.view, words, language),
      ];
    },
  });

  function panel(view: ReportView, words: ReportWords, language: ShareLanguage): HTMLElement {
    const attributes = { role: 'tabpanel', id: 'panel', 'aria-labelledby': `tab-${tab}` };
    if (tab === 'access') {
      saving ??= exportButton(words, words.texts.figuresFileName, () => actions.figuresFile(language));
      const parts = keepUnfolded(root, accessData(view, map, words, language));
      return element('div', '', [saving, ...parts], attributes);
    }
    // In the time zone of the figures and of the spreadsheet; otherwise the list would name other days and hours than they
    // do.
    const zoned = { ...words, formats: formatsOf(language, view.timeZone) };
    list ??= createVisitorList(zoned, language, actions);
    list.refresh(`${view.range} ${view.total.visits}`);
    const { texts } = words;
    const notes = [
      element('p', 'note', [`${texts.visitorHint} · ${texts[view.addresses]}`]),
      element('p', 'note', [view.knowsCountries ? texts.data : texts.noLocations]),
    ];
    return element('div', '', [list.root, ...notes], attributes);
  }

  return page;
}

function head(
  { view, readAt, stale }: OpenState<ReportView>,
  { texts }: ReportWords,
  language: ShareLanguage,
): HTMLElement[] {
  // Next to the name of that time zone, and as the owner sees them.
  const { moment, time: timeOf } = formatsOf(language, view.timeZone);
  const time = timeOf(readAt);
  const until = view.expiresAt === null ? '' : filled(texts.until, { time: moment(view.expiresAt) });
  const notes = [
    stale ? '' : texts.live,
    filled(texts.updated, { time }),
    filled(texts.zone, { zone: view.timeZone }),
    until,
  ].filter((note) => note !== '');
  return [
    ...(stale ? [element('p', 'stale', [filled(texts.stale, { time })], { role: 'alert' })] : []),
    element('h1', '', [element('bdi', '', [view.name])]),
    element('p', 'note', [element('bdi', 'url', [`${location.origin}${view.path}`])]),
    element('p', stale ? 'note' : 'note live', [notes.join(' · ')]),
  ];
}

function tabList(
  { texts }: ReportWords,
  chosen: (typeof tabs)[number],
  choose: (tab: (typeof tabs)[number]) => void,
): HTMLElement {
  const made = tabs.map((tab) =>
    button(texts[tab], () => choose(tab), {
      role: 'tab',
      id: `tab-${tab}`,
      'aria-selected': String(tab === chosen),
      'aria-controls': 'panel',
      tabindex: tab === chosen ? '0' : '-1',
    }),
  );
  const all = element('div', 'tabs', made, { role: 'tablist', 'aria-label': texts.tabs });
  all.addEventListener('keydown', ({ key }) => {
    if (key !== 'ArrowLeft' && key !== 'ArrowRight') return;
    const other = tabs.find((tab) => tab !== chosen) ?? chosen;
    choose(other);
    document.getElementById(`tab-${other}`)?.focus();
  });
  return all;
}

function rangeChoice(
  { texts }: ReportWords,
  chosen: ReportDays,
  choose: ReportActions['choose'],
): HTMLElement {
  const buttons = ranges.map((days) =>
    button(filled(texts.days, { count: days }), () => void choose(days), {
      'aria-pressed': String(days === chosen),
    }),
  );
  return element('div', 'buttons range', buttons, { role: 'group', 'aria-label': texts.range });
}

/** Keeps sections that a reader has opened open across renderings. */
function keepUnfolded(root: HTMLElement, parts: HTMLElement[]): HTMLElement[] {
  const open = [...root.querySelectorAll('details')].map((one) => one.open);
  parts
    .flatMap((part) => [...part.querySelectorAll('details')])
    .forEach((one, at) => {
      one.open = open[at] ?? false;
    });
  return parts;
}
