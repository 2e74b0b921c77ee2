/** The page of shared work orders. */
import type { SharedView, SnapshotFile } from '@parley/contract/work-order-shares';
import { maxSharedDays, type ShownDays } from '@parley/contract/work-order-shares/shown-days';
import { textsOf } from '../lib/order-texts.ts';
import type { Outcome } from '../lib/requests.ts';
import { shownName } from '../lib/shown-name.ts';
import { filled } from '../lib/texts.ts';
import { type ChatsActions, chatsSection, type LoadedChats } from './chats.ts';
import { element } from './dom.ts';
import { formatsOf } from './formats.ts';
import { orderSection, type Wording } from './order.ts';
import { createShell, type OpenState, rulesLink, type ShellActions } from './shell.ts';
import { signedDays } from './signed-days.ts';

export type PageActions = ShellActions & {
  snapshots(order: number): Promise<Outcome<SnapshotFile>>;
  chats: ChatsActions;
};

export function createPage(root: HTMLElement, actions: PageActions) {
  /** Kept between renderings, so that the visitor's verification results stay. */
  let signed: HTMLElement[] = [];
  /** As drawn last. */
  let shownOrders: SharedView['orders'] = [];
  /** Kept between renderings, too. */
  let chats: HTMLElement | null = null;
  const loaded: LoadedChats = { chats: null };

  function signedOf({ orders }: SharedView, texts: Wording['texts']): readonly HTMLElement[] {
    while (signed.length < orders.length) {
      const order = signed.length;
      signed.push(
        signedDays(texts, {
          load: () => actions.snapshots(order),
          shown: () => shownDaysOf(shownOrders[order]),
        }),
      );
    }
    return signed;
  }

  return createShell<SharedView>(root, actions, {
    titleOf: ({ title }) => title,
    reset() {
      signed = [];
      chats = null;
    },
    draw(state, language) {
      shownOrders = state.view.orders;
      const texts = textsOf(language);
      const words: Wording = { language, texts, formats: formatsOf(language) };
      const figures = openPage(state, words, root, signedOf(state.view, texts));
      if (state.view.chatHistory) chats ??= chatsSection(words, actions.chats, loaded);
      else {
        chats = null;
        loaded.chats = null;
      }
      return chats === null ? figures : [...figures, chats];
    },
  });
}

const shownDaysOf = (order: SharedView['orders'][number] | undefined): ShownDays => ({
  days: order?.days ?? [],
  complete: (order?.days.length ?? 0) < maxSharedDays,
  openDay: order?.today?.day ?? null,
});

/** Renders the figures. Sections that a visitor has opened in `root` stay open. `signed` contains each order's signed days. */
function openPage(
  { view, readAt, stale }: OpenState<SharedView>,
  words: Wording,
  root: HTMLElement,
  signed: readonly HTMLElement[],
): Node[] {
  const { texts, formats } = words;
  const time = formats.time(readAt);
  const until =
    view.expiresAt === null ? [] : [filled(texts.until, { time: formats.moment(view.expiresAt) })];
  const zone = filled(texts.timesIn, { zone: formats.zone(readAt) });
  const notes = [stale ? '' : texts.live, filled(texts.updated, { time }), ...until, zone].filter(
    (it) => it !== '',
  );
  const opened = new Set(
    [...root.querySelectorAll('details')].flatMap((one, index) => (one.open ? [index] : [])),
  );
  const sections = view.orders.map((order, index) =>
    orderSection(order, words, order.snapshots > 0 ? (signed[index] ?? null) : null),
  );
  sections
    .flatMap((section) => [...section.querySelectorAll('details')])
    .forEach((one, index) => {
      one.open = opened.has(index);
    });
  return [
    ...(stale ? [element('p', 'stale', [filled(texts.stale, { time })], { role: 'alert' })] : []),
    element('h1', '', [element('bdi', '', [view.title])]),
    element('p', stale ? 'note' : 'note live', [notes.join(' · ')]),
    element('p', 'note', [rulesLink(texts)]),
    ...sections,
    ...(view.fans === null ? [] : [fanList(view.fans, words)]),
  ];
}

function fanList(fans: NonNullable<SharedView['fans']>, words: Wording): HTMLElement {
  const { language, texts, formats } = words;
  const rows = fans.map((fan) =>
    element('li', '', [
      element('bdi', 'name', [shownName(fan, language) ?? texts.customer]),
      element('span', `tag ${fan.type}`, [texts[fan.type]]),
      element('span', 'note', [element('bdi', '', [fan.account]), ` · ${formats.time(fan.at)}`]),
    ]),
  );
  return element('section', 'order', [
    element('h2', '', [texts.fans]),
    rows.length === 0 ? element('p', 'empty', [texts.noFans]) : element('ul', 'fans', rows),
  ]);
}
