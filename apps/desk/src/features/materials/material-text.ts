import type { DeskMaterial } from '@parley/contract/materials';
import { fillIn, type QuickReplyValues } from '@parley/contract/quick-replies';

/** Returns the text that a material puts into a message: a card's parts in lines. Null: it is a medium. */
export function materialText(
  { title, content }: Pick<DeskMaterial, 'title' | 'content'>,
  values: QuickReplyValues,
): string | null {
  if (content.type === 'text') return fillIn(content.text, values);
  return content.type === 'card' ? [title, content.text, content.link].join('\n') : null;
}
