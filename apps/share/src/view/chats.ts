/** The conversations with counted fans, loaded on request. */
import type { SharedChatEntry } from '@parley/contract/work-order-shares';
import type { SharedChats } from '../lib/api.ts';
import type { Outcome } from '../lib/requests.ts';
import { shownName } from '../lib/shown-name.ts';
import { button, element } from './dom.ts';
import type { Wording } from './order.ts';

export type ChatsActions = {
  /** Loads the next conversations; null starts from the beginning. */
  load(cursor: string | null): Promise<Outcome<SharedChats>>;
  /** Returns the address of a conversation's page. */
  addressOf(chat: string): string;
};

/** `chats` contains what was loaded, also for the section in another language; null before anything is. */
export type LoadedChats = { chats: SharedChats | null };

/** Creates the section, which stays in the page while the figures around it change. */
export function chatsSection(words: Wording, actions: ChatsActions, loaded: LoadedChats): HTMLElement {
  const { texts } = words;
  const list = element('ul', 'fans');
  const note = element('p', 'note', [], { role: 'status' });
  const more = button(texts.showChats, () => void load(loaded.chats?.nextCursor ?? null));
  const refresh = button(texts.refreshChats, () => void load(null));
  let isBusy = false;

  function say(text: string, kind: 'note' | 'bad' = 'note'): void {
    note.textContent = text;
    note.className = kind;
  }

  async function load(cursor: string | null): Promise<void> {
    if (isBusy) return;
    isBusy = true;
    say(texts.loadingChats);
    const outcome = await actions.load(cursor);
    isBusy = false;
    if (!outcome.ok) {
      const { refusal } = outcome;
      say(refusal.kind === 'gone' ? texts[refusal.why] : texts.chatsFailed, 'bad');
      return;
    }
    const known = cursor === null ? [] : (loaded.chats?.list ?? []);
    loaded.chats = { ...outcome.data, list: [...known, ...outcome.data.list] };
    const hadFocus = document.activeElement === more;
    show();
    // Hiding the focused button would lose the focus.
    const next = list.children[known.length]?.querySelector('a') ?? refresh;
    if (hadFocus && more.hidden) next.focus({ preventScroll: true });
  }

  function show(): void {
    const { chats } = loaded;
    list.replaceChildren(...(chats?.list ?? []).map((chat) => entryOf(chat, words, actions.addressOf)));
    say(chats?.list.length === 0 ? texts.noChats : texts.chatsHint);
    more.textContent = chats === null ? texts.showChats : texts.moreChats;
    more.hidden = chats !== null && chats.nextCursor === null;
    refresh.hidden = chats === null;
  }

  show();
  const buttons = element('div', 'buttons', [more, refresh]);
  return element('section', 'order', [element('h2', '', [texts.chats]), note, list, buttons]);
}

function entryOf(
  entry: SharedChatEntry,
  { language, texts, formats }: Wording,
  addressOf: ChatsActions['addressOf'],
): HTMLElement {
  const { chat, type, account, at } = entry;
  const shown = shownName(entry, language) ?? texts.customer;
  return element('li', '', [
    element('a', 'name', [element('bdi', '', [shown])], { href: addressOf(chat) }),
    element('span', `tag ${type}`, [texts[type]]),
    element('span', 'note', [element('bdi', '', [account]), ` · ${formats.moment(at)}`]),
  ]);
}
