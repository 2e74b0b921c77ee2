/** A short quote of the message that another one replies to. */
import type { VisitorMessage } from '@parley/contract/visitor';
import type { Words } from '../lib/words.ts';
import { element, setText } from '../view/dom.ts';

export type Quote = { root: HTMLButtonElement; show(message: VisitorMessage, business: string): void };

/** The style sheet shows two lines of it. */
const longest = 200;

function excerptOf({ text, attachment }: VisitorMessage): string {
  if (text !== '') return text.slice(0, longest);
  return `📎 ${attachment?.name ?? ''}`;
}

export function createQuote(words: Pick<Words, 'you'>): Quote {
  const author = element('bdi', 'quoted');
  const excerpt = element('span', 'excerpt', { dir: 'auto' });
  const root = element('button', 'quote', { type: 'button' }, [author, excerpt]);
  return {
    root,
    show(message, business) {
      setText(author, message.from === 'visitor' ? words.you : business);
      setText(excerpt, excerptOf(message));
    },
  };
}
