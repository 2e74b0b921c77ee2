/** The names of the agents who answer, where the business's owner shows them. They come from outside: in as text. */
import type { VisitorMessage } from '@parley/contract/visitor';
import { element, setText } from '../view/dom.ts';

type Authored = Pick<VisitorMessage, 'id' | 'from' | 'deleted'> & {
  /** Absent from a server of before 2026-12. */
  author?: string | null;
};

/** Returns the name of each message's author, by its id: once for several in a row. */
export function authorsShown(messages: readonly Authored[]): Map<string, string> {
  const shown = new Map<string, string>();
  let above: string | null = null;
  for (const { id, from, deleted, author } of messages) {
    if (deleted) continue;
    const name: string | null = from === 'business' && author ? author : null;
    if (name !== null && name !== above) shown.set(id, name);
    above = name;
  }
  return shown;
}

export const createAuthor = (): HTMLElement => element('bdi', 'author');

/** Shows the writing agent's name beside the dots, which the first script puts into `row` and takes away. */
export function showTypist(
  row: Element | null,
  { typing, typist = '' }: { typing: boolean; typist?: string | undefined },
): void {
  if (row === null) return;
  const shown = row.querySelector('.author');
  if (!typing || typist === '') {
    shown?.remove();
    return;
  }
  const author = shown ?? createAuthor();
  setText(author, typist);
  if (shown === null) row.prepend(author);
}
