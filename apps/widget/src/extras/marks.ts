/** Shows a message's reactions, that it was edited, and the state of a waiting change, below the message. */
import type { VisitorMessage } from '@parley/contract/visitor';
import type { Words } from '../lib/words.ts';
import { element, textButton } from '../view/dom.ts';
import { reactionEmoji, type VisitorChanges, type WaitingChange } from './changes.ts';
import type { ExtrasWords } from './words.ts';

export type Marks = { root: HTMLElement; show(message: VisitorMessage, business: string): void };

type MarkWords = Words & ExtrasWords;

function chip(
  message: VisitorMessage,
  emoji: string,
  { words, business, changes }: { words: MarkWords; business: string; changes: VisitorChanges },
): HTMLElement {
  const those = message.reactions.filter((one) => one.emoji === emoji);
  const isOwn = those.some(({ from }) => from === 'visitor');
  const who = those.map(({ from }) => (from === 'visitor' ? words.you : business));
  const label = `${emoji} ${who.join(', ')}`;
  const shown = those.length > 1 ? `${emoji} ${those.length}` : emoji;
  const names = { 'aria-label': label, title: label };
  const offered = reactionEmoji.find((one) => one === emoji);
  if (message.from === 'visitor' || offered === undefined)
    return element('span', 'chip', { role: 'img', ...names }, [shown]);
  const attributes = { type: 'button', 'aria-pressed': String(isOwn), ...names };
  const made = element('button', isOwn ? 'chip mine' : 'chip', attributes, [shown]);
  made.addEventListener('click', () =>
    changes.add({ kind: 'react', messageId: message.id, emoji: isOwn ? null : offered }),
  );
  return made;
}

function progress(words: MarkWords, changes: VisitorChanges, change: WaitingChange): HTMLElement[] {
  if (!change.refused) return [element('span', '', {}, [changes.fails() ? words.unchanged : words.sending])];
  return [
    element('span', 'bad', {}, [words.unchanged]),
    textButton(words.retry, () => changes.retry(change)),
    textButton(words.cancel, () => changes.drop(change)),
  ];
}

export function createMarks(words: MarkWords, changes: VisitorChanges): Marks {
  const root = element('div', 'marks');
  let shown = '';
  return {
    root,
    show(message, business) {
      const waiting = changes.ofMessage(message.id);
      const now = JSON.stringify([message.reactions, message.edited, waiting, changes.fails(), business]);
      // Rebuilt only when it changes, which keeps a focused button.
      if (shown === now) return;
      shown = now;
      const emoji = [...new Set(message.reactions.map((one) => one.emoji))];
      const hadFocus = root.matches(':focus-within');
      root.replaceChildren(
        ...emoji.map((one) => chip(message, one, { words, business, changes })),
        ...(message.edited ? [element('span', '', {}, [words.edited])] : []),
        ...(waiting === undefined ? [] : progress(words, changes, waiting)),
      );
      // The pressed button has been removed or replaced.
      if (hadFocus) root.parentElement?.querySelector<HTMLElement>('.more')?.focus({ preventScroll: true });
    },
  };
}
