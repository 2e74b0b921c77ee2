import type { Snippet } from '@parley/contract/conversations';
import { printableLine } from '@parley/ui';

/** Splits a snippet at the bounds of its matches. Each part is safe to display; spaces around matches are kept. */
export function markedParts({
  text,
  hits,
}: Pick<Snippet, 'text' | 'hits'>): { text: string; hit: boolean }[] {
  const parts: { text: string; hit: boolean }[] = [];
  let at = 0;
  const push = (until: number, hit: boolean) => {
    const part = text.slice(at, until);
    const shown = printableLine(part, 400);
    const [before, after] = [/^\s/.test(part), /\s$/.test(part)].map((space) => (space ? ' ' : ''));
    if (part !== '') parts.push({ text: `${before}${shown}${shown === '' ? '' : after}`, hit });
    at = until;
  };
  for (const [start, end] of hits) {
    push(start, false);
    push(end, true);
  }
  push(text.length, false);
  return parts;
}
