/** Shows one work order: figures, goals, social accounts and closed days. */
import type { SharedView } from '@parley/contract/work-order-shares';
import type { Texts } from '../lib/order-texts.ts';
import { filled, type ShareLanguage } from '../lib/texts.ts';
import { dayChart } from './chart.ts';
import { element } from './dom.ts';
import type { ShareFormats } from './formats.ts';

type Order = SharedView['orders'][number];
export type Wording = { language: ShareLanguage; texts: Texts; formats: ShareFormats };

export function orderSection(order: Order, words: Wording, signed: Node | null): HTMLElement {
  const { texts } = words;
  const { name, timeZone: zone, resetTime: time, status } = order;
  const note = filled(status === 'closed' ? texts.closed : texts.resets, { time, zone });
  return element('section', 'order', [
    element('h2', '', [element('bdi', '', [name])]),
    element('p', 'note', [note]),
    element('div', 'figures', [
      figure(texts.today, order.today, order.dailyGoal, words),
      figure(texts.total, order.total, order.totalGoal, words),
    ]),
    element('h3', '', [texts.accounts]),
    accountTable(order, words),
    element('h3', '', [texts.days]),
    history(order.days, words),
    ...(signed === null ? [] : [signed]),
  ]);
}

type Counts = { newFans: number; repeatFans: number };

function figure(label: string, counts: Counts | null, goal: number | null, words: Wording) {
  const { texts, formats } = words;
  const count = counts?.newFans ?? 0;
  return element('div', 'figure', [
    element('div', 'label', [label]),
    element('div', 'value', [counts === null ? '–' : formats.number(count)]),
    element('div', 'note', [
      `${texts.newFans} · ${filled(texts.repeatCount, { count: formats.number(counts?.repeatFans ?? 0) })}`,
    ]),
    ...(goal === null ? [] : [progress(count, goal, words)]),
  ]);
}

function progress(count: number, goal: number, { texts, formats }: Wording): HTMLElement {
  const text = filled(texts.ofGoal, { count: formats.number(count), goal: formats.number(goal) });
  const share = Math.max(0, Math.min(100, (count / goal) * 100));
  const bar = element('progress', '', [], { max: '100', value: share.toFixed(1), 'aria-label': texts.goal });
  return element('div', count >= goal ? 'goal reached' : 'goal', [bar, element('span', '', [text])]);
}

function accountTable({ accounts, accountDailyGoal, accountTotalGoal }: Order, words: Wording): HTMLElement {
  const { texts, formats } = words;
  if (accounts.length === 0) return element('p', 'empty', [texts.noAccounts]);
  const heads = [texts.account, texts.status, texts.today, texts.total];
  const counts = ({ newFans, repeatFans }: Counts) =>
    `${formats.number(newFans)} / ${formats.number(repeatFans)}`;
  const rows = accounts.map(({ name, status, today, total }) =>
    element('tr', '', [
      element('td', 'name', [element('bdi', '', [name || '–'])]),
      element('td', `state ${status ?? 'gone-account'}`, [texts[status ?? 'gone-account']]),
      element('td', accountDailyGoal !== null && today.newFans >= accountDailyGoal ? 'reached' : '', [
        counts(today),
      ]),
      element('td', accountTotalGoal !== null && total.newFans >= accountTotalGoal ? 'reached' : '', [
        counts(total),
      ]),
    ]),
  );
  const head = element(
    'tr',
    '',
    heads.map((text) => element('th', '', [text], { scope: 'col' })),
  );
  const goals = [
    accountDailyGoal === null
      ? ''
      : filled(texts.accountDailyGoal, { goal: formats.number(accountDailyGoal) }),
    accountTotalGoal === null
      ? ''
      : filled(texts.accountTotalGoal, { goal: formats.number(accountTotalGoal) }),
  ];
  const caption = [`${texts.newFans} / ${texts.repeatFans}`, ...goals].filter((it) => it !== '').join(' · ');
  return element('table', '', [
    element('caption', 'note', [caption]),
    element('thead', '', [head]),
    element('tbody', '', rows),
  ]);
}

function history(days: Order['days'], { texts, formats }: Wording): HTMLElement {
  if (days.length === 0) return element('p', 'empty', [texts.noDays]);
  const rows = days
    .toReversed()
    .map(({ day, newFans, repeatFans }) =>
      element('tr', '', [
        element('td', '', [formats.day(day)]),
        element('td', '', [formats.number(newFans)]),
        element('td', '', [formats.number(repeatFans)]),
      ]),
    );
  const heads = [texts.day, texts.newFans, texts.repeatFans];
  return element('div', '', [
    element('p', 'note', [
      element('span', 'key new', [texts.newFans]),
      ' ',
      element('span', 'key repeat', [texts.repeatFans]),
    ]),
    dayChart(days, `${texts.days}: ${texts.newFans}, ${texts.repeatFans}`),
    element('details', '', [
      element('summary', '', [texts.byDay]),
      element('table', '', [
        element('thead', '', [
          element(
            'tr',
            '',
            heads.map((text) => element('th', '', [text], { scope: 'col' })),
          ),
        ]),
        element('tbody', '', rows),
      ]),
    ]),
  ]);
}
