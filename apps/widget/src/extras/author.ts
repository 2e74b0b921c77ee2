/** Shows the answering agents' names, where the business's owner permits it. They are external, and inserted as text. */
import type { VisitorMessage } from '@parley/contract/visitor';
import { element, setText } from '../view/dom.ts';

type Authored = Pick<VisitorMessage, 'id' | 'from' | 'deleted'> & {
  /** Absent in answers of servers older than 2026-12. */
  author?: string | null;
};

/** Returns the name of each message's author, by message id: once for several messages in a row. */
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

/** Shows the typing agent's name beside the dots, which the first script adds to `row` and removes. */
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
