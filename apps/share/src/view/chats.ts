/** The conversations with counted fans, which a visitor asks for. */
import type { SharedChatEntry } from '@parley/contract/work-order-shares';
import type { SharedChats } from '../lib/api.ts';
import { printableLine } from '../lib/printable.ts';
import type { Outcome } from '../lib/requests.ts';
import { button, element } from './dom.ts';
import type { Wording } from './order.ts';

export type ChatsActions = {
  /** Loads the next conversations; null: from the beginning. */
  load(cursor: string | null): Promise<Outcome<SharedChats>>;
  /** Returns the address of a conversation's page. */
  addressOf(chat: string): string;
};

/** The section stays in the page while figures change around it. */
export function chatsSection({ texts, formats }: Wording, { load, addressOf }: ChatsActions): HTMLElement {
  const list = element('ul', 'fans');
  const note = element('p', 'note', [texts.chatsHint], { role: 'status' });
  const more = button(texts.showChats, () => void loadMore());
  let cursor: string | null = null;
  let isBusy = false;

  async function loadMore(): Promise<void> {
    if (isBusy) return;
    isBusy = true;
    note.textContent = texts.loadingChats;
    note.className = 'note';
    const outcome = await load(cursor);
    isBusy = false;
    if (!outcome.ok) {
      note.textContent = outcome.refusal.kind === 'gone' ? texts[outcome.refusal.why] : texts.unreachable;
      note.className = 'bad';
      return;
    }
    const added = outcome.data.list.map(entry);
    list.append(...added);
    note.textContent = list.children.length === 0 ? texts.noChats : texts.chatsHint;
    cursor = outcome.data.nextCursor;
    more.textContent = texts.moreChats;
    more.hidden = cursor === null;
    // With a button that is hidden the focus would be lost.
    if (more.hidden) added[0]?.querySelector('a')?.focus({ preventScroll: true });
  }

  function entry({ chat, name, type, account, at }: SharedChatEntry): HTMLElement {
    const shown = name === null ? texts.customer : printableLine(name, 80);
    return element('li', '', [
      element('a', 'name', [element('bdi', '', [shown])], { href: addressOf(chat) }),
      element('span', `tag ${type}`, [texts[type]]),
      element('span', 'note', [`${account} · ${formats.moment(at)}`]),
    ]);
  }

  return element('section', 'order', [element('h2', '', [texts.chats]), note, list, more]);
}
