/** The chat's window: header, messages, composer. */

import type { WidgetChat, WidgetChatState } from '../chat/widget-chat.ts';
import type { ExtrasPart, ExtrasPlaces } from '../extras/main.ts';
import type { WidgetStore } from '../lib/store.ts';
import type { Words } from '../lib/words.ts';
import { createComposer } from './composer.ts';
import { element, setText } from './dom.ts';
import { createExtras } from './extras.ts';
import { createHeader } from './header.ts';
import { bubble, createLog } from './log.ts';
import type { Moments } from './moment.ts';
import { rowsOf } from './rows.ts';
import { createScroller } from './scroller.ts';

export type Panel = {
  root: HTMLElement;
  show(state: WidgetChatState): void;
  /** Call when it becomes visible. */
  opened(): void;
  focus(): void;
};

/** Replaces the owner's greeting, in any language. */
const wave = '👋';

/** Creates the parts before and after the messages: the business's greeting and away text, and its typing indicator. */
function createSurroundings(words: Words) {
  const greeting = element('div', 'row');
  const away = element('div', 'away', { dir: 'auto' });
  const dots = element('div', 'bubble dots', { role: 'img', 'aria-label': words.typing }, [
    element('i', ''),
    element('i', ''),
    element('i', ''),
  ]);
  const typing = element('div', 'row typing', { role: 'status' });
  let greeted: string | undefined;
  function show({ business, typing: on }: WidgetChatState): void {
    const hello = business?.greeting?.trim() || wave;
    if (greeted !== hello) greeting.replaceChildren(bubble(hello));
    greeted = hello;
    greeting.hidden = business === null;
    away.hidden = business?.online !== false;
    setText(away, business?.offlineNote?.trim() || words.note);
    if (on !== typing.hasChildNodes()) typing.replaceChildren(...(on ? [dots] : []));
  }
  return { greeting, away, typing, show };
}

export function createPanel(
  words: Words,
  moments: Moments,
  chat: WidgetChat,
  close: () => void,
  store: WidgetStore,
  fetchExtras: (attempt: number, places: ExtrasPlaces) => Promise<ExtrasPart>,
): Panel {
  const header = createHeader(words, close);
  const { greeting, away, typing, show: showSurroundings } = createSurroundings(words);
  const messages = element('div', 'log', { role: 'log', 'aria-labelledby': 'name' });
  const tray = element('div', '');
  const content = element('div', 'content', {}, [greeting, messages, tray, away, typing]);
  const scroller = createScroller(words, content);
  const composer = createComposer(
    words,
    moments,
    {
      typed: chat.typed,
      write(text) {
        if (extras.part()?.write(text) !== true) chat.write(text);
        scroller.end();
      },
    },
    store,
  );
  const root = element(
    'div',
    'panel',
    { role: 'dialog', 'aria-labelledby': 'name', tabindex: '-1', hidden: '' },
    [header.root, scroller.root, composer.root],
  );
  const extras = createExtras(
    words,
    (attempt) => fetchExtras(attempt, { panel: root, foot: composer.root, tray, end: scroller.end }),
    () => show(chat.state()),
  );
  const log = createLog(messages, words, moments, extras, chat);
  let newest: string | undefined;
  function show(state: WidgetChatState): void {
    composer.follow();
    header.show(state);
    showSurroundings(state);
    log.show(rowsOf(extras.part()?.state(state) ?? state), state.business?.name ?? '');
    if (chat.hasChanges()) extras.loadOnce();
    const last = state.messages.at(-1);
    scroller.settle(last?.from === 'business' && last.id !== newest);
    newest = last?.id;
  }
  return {
    root,
    opened() {
      composer.opened();
      scroller.end();
      extras.load();
    },
    focus: composer.focus,
    show,
  };
}
