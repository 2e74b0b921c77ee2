/** Adds to a message's row the quote of the message it replies to, its reactions, and the menu of its actions. */
import type { VisitorMessage } from '@parley/contract/visitor';
import type { WidgetChatState } from '../chat/widget-chat.ts';
import type { Words } from '../lib/words.ts';
import { element, setText } from '../view/dom.ts';
import type { ShownRow } from '../view/rows.ts';
import { type ActParts, contentOf } from './acts.ts';
import { authorsShown, createAuthor } from './author.ts';
import { extraIcon } from './icons.ts';
import { createMarks, type Marks } from './marks.ts';
import { onLongPress } from './press.ts';
import { createQuote, type Quote } from './quote.ts';
import type { ExtrasWords } from './words.ts';

export type RowExtras = {
  /** Sets the state that the rows are about to show. */
  take(state: WidgetChatState): void;
  show(row: ShownRow, root: HTMLElement): void;
};

type Places = {
  more: HTMLButtonElement;
  author: HTMLElement;
  quote: Quote;
  marks: Marks;
  /** Null until the server has it. */
  message: VisitorMessage | null;
};

const isKnown = (message: ShownRow['message']): message is VisitorMessage => 'seq' in message;

/** Arranges a row's text and media in one line with the menu's button, and the marks below. */
function arrangeRow(root: HTMLElement, words: ExtrasWords, quote: Quote, marks: HTMLElement) {
  const author = createAuthor();
  const names = { 'aria-label': words.more, title: words.more };
  const attributes = { type: 'button', 'aria-haspopup': 'menu', 'aria-expanded': 'false', ...names };
  const more = element('button', 'tool more', attributes, [extraIcon('more')]);
  const [, , media, body] = root.children;
  const stack = element('div', 'stack', {}, [author, quote.root]);
  const line = element('div', 'act', {}, [stack, more]);
  body?.after(line, marks);
  if (media && body) stack.append(media, body);
  return { stack, more, line, author };
}

export function createRowExtras(words: Words & ExtrasWords, parts: ActParts): RowExtras {
  const byRoot = new WeakMap<HTMLElement, Places>();
  const rootBySeq = new Map<number, HTMLElement>();
  let state: WidgetChatState | undefined;
  let authors: ReadonlyMap<string, string> = new Map();
  const business = (): string => state?.business?.name ?? '';

  function goTo(seq: number): void {
    const target = rootBySeq.get(seq);
    target?.scrollIntoView({ block: 'center' });
    target?.classList.remove('found');
    requestAnimationFrame(() => target?.classList.add('found'));
  }
  function make(root: HTMLElement): Places {
    const quote = createQuote(words);
    const marks = createMarks(words, parts.changes);
    const { stack, more, line, author } = arrangeRow(root, words, quote, marks.root);
    const places: Places = { more, author, quote, marks, message: null };
    const open = (): void => {
      const { message } = places;
      if (message !== null) parts.menu.open(more, contentOf(words, parts, { message, more, line }));
    };
    more.addEventListener('click', open);
    onLongPress(stack, open);
    quote.root.addEventListener('click', () => goTo(Number(quote.root.dataset.seq)));
    byRoot.set(root, places);
    return places;
  }
  function showQuote({ root, show }: Quote, { replyTo }: ShownRow['message']): void {
    const quoted = state?.messages.find(
      ({ id, seq, deleted }) => (id === replyTo || seq === replyTo) && !deleted,
    );
    root.hidden = quoted === undefined;
    if (quoted === undefined) return;
    show(quoted, business());
    root.dataset.seq = String(quoted.seq);
  }
  return {
    take(next) {
      state = next;
      authors = authorsShown(next.messages);
    },
    show({ message }, root) {
      const places = byRoot.get(root) ?? make(root);
      const known = isKnown(message) ? message : null;
      places.message = known;
      places.more.hidden = known === null;
      setText(places.author, authors.get(message.id) ?? '');
      showQuote(places.quote, message);
      if (known === null) return;
      rootBySeq.set(known.seq, root);
      places.marks.show(known, business());
    },
  };
}
