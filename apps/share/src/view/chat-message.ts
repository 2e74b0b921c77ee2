/** Renders one message. Text is inserted as text: only complete web addresses become links. */
import type { SharedMessage } from '@parley/contract/chat-shares';
import type { ChatTexts } from '../lib/chat-texts.ts';
import { printable, printableLine } from '../lib/printable.ts';
import { attachmentView, type FileAccess } from './chat-file.ts';
import { button, element } from './dom.ts';
import type { ShareFormats } from './formats.ts';

export type MessageParts = {
  message: SharedMessage;
  /** The author's name, if it differs from the previous message's. */
  author: string | null;
  /** The message that it replies to, if that is on the page. */
  answered: SharedMessage | null;
  texts: ChatTexts;
  formats: ShareFormats;
  access: FileAccess;
  /** Jumps to a message on the page. */
  goTo(seq: number): void;
};

export function messageView({
  message,
  author,
  answered,
  texts,
  formats,
  access,
  goTo,
}: MessageParts): HTMLElement {
  const { from, text, translation, attachment, kind } = message;
  const isTranslated = text !== '' && translation !== null && translation !== '';
  const item = element('li', `message ${from}`, [], { tabindex: '-1' });
  if (author !== null) item.append(element('bdi', 'author', [author]));
  const bubble = element('div', isTranslated ? 'bubble translated' : 'bubble');
  if (answered !== null)
    bubble.append(
      button(quoteOf(answered, texts), () => goTo(answered.seq), { class: 'quote', dir: 'auto' }),
    );
  if (attachment !== null) bubble.append(attachmentView(attachment, texts, access));
  if (kind === 'unsupported') bubble.append(element('p', 'note', [texts.unsupported]));
  if (text !== '') bubble.append(paragraph('original', text, message.language));
  if (isTranslated) bubble.append(paragraph('translation', translation, message.translationLanguage));
  item.append(bubble, footOf(message, texts, formats));
  return item;
}

function footOf(
  { at, edited, reactions }: SharedMessage,
  texts: ChatTexts,
  formats: ShareFormats,
): HTMLElement {
  const time = element('time', '', [formats.clock(at)], { datetime: new Date(at).toISOString() });
  return element('p', 'foot', [
    time,
    ...(edited ? [` · ${texts.edited}`] : []),
    ...reactions.map(({ emoji, count }) => {
      const shown = printableLine(emoji, 10);
      return element('bdi', 'reaction', [count > 1 ? `${shown} ${count}` : shown]);
    }),
  ]);
}

const quoteOf = ({ text, attachment }: SharedMessage, texts: ChatTexts): string =>
  printableLine(text, 80) ||
  (attachment?.type === 'media' ? printableLine(attachment.name, 80) : '') ||
  texts.unnamed;

const paragraph = (className: string, text: string, language: string | null) =>
  element('p', className, linked(printable(text)), {
    dir: 'auto',
    ...(language === null ? {} : { lang: language }),
  });

const webAddress =
  /https?:\/\/[^\s<>"'\u3000-\u303F\uFF00-\uFFEF]+[^\s<>"'.,:;!?)\u3000-\u303F\uFF00-\uFFEF]/g;

function linked(text: string): (Node | string)[] {
  const parts: (Node | string)[] = [];
  let end = 0;
  for (const { 0: url, index } of text.matchAll(webAddress)) {
    parts.push(
      text.slice(end, index),
      element('a', '', [url], { href: url, target: '_blank', rel: 'noopener noreferrer nofollow' }),
    );
    end = index + url.length;
  }
  return [...parts, text.slice(end)];
}
