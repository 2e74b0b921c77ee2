/** The message that the visitor is replying to: shown above the text field, and kept with the draft over a reload. */
import type { VisitorMessage } from '@parley/contract/visitor';
import type { WidgetChatState } from '../chat/widget-chat.ts';
import type { WidgetStore } from '../lib/store.ts';
import type { Words } from '../lib/words.ts';
import { element } from '../view/dom.ts';
import { extraIcon } from './icons.ts';
import { createQuote } from './quote.ts';

export type VisitorAnswer = {
  begin(messageId: string): void;
  /** Returns the id of the message replied to, and ends the reply; null if there is none. */
  take(): string | null;
  show(state: WidgetChatState): void;
};

export function createAnswer(
  foot: HTMLElement,
  words: Pick<Words, 'you'> & { cancel: string },
  store: WidgetStore,
): VisitorAnswer {
  const area = foot.querySelector('textarea');
  const quote = createQuote(words);
  const attributes = { type: 'button', 'aria-label': words.cancel, title: words.cancel };
  const cancel = element('button', 'tool', attributes, [extraIcon('close')]);
  const root = element('div', 'answering', {}, [quote.root, cancel]);
  let last: WidgetChatState | undefined;
  foot.querySelector('.composer')?.before(root);

  const answered = (): VisitorMessage | undefined =>
    last?.messages.find(({ id, deleted }) => id === store.get('answer') && !deleted);
  function show(): void {
    const message = answered();
    root.hidden = message === undefined;
    if (message !== undefined) quote.show(message, last?.business?.name ?? '');
  }
  function end(): void {
    store.remove('answer');
    show();
  }
  cancel.addEventListener('click', () => {
    end();
    area?.focus();
  });
  // Runs before the chat's listener, which would close the chat.
  area?.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || root.hidden || event.isComposing) return;
    event.stopPropagation();
    end();
  });
  show();
  return {
    begin(messageId) {
      store.set('answer', messageId);
      show();
      area?.focus();
    },
    take() {
      const id = answered()?.id ?? null;
      end();
      return id;
    },
    show(state) {
      last = state;
      show();
    },
  };
}
