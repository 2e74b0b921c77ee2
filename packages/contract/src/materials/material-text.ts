import { fillIn, type QuickReplyValues } from '../quick-replies/template.ts';

type Content =
  | { type: 'text'; text: string }
  | { type: 'card'; text: string; link: string }
  | { type: 'image' | 'audio' | 'video' };

/** Returns the text that a material inserts into a message, a card's parts on separate lines. Null: it is a medium. */
export function materialText(
  { title, content }: { title: string; content: Content },
  values: QuickReplyValues,
): string | null {
  if (content.type === 'text') return fillIn(content.text, values);
  return content.type === 'card' ? [title, content.text, content.link].join('\n') : null;
}
