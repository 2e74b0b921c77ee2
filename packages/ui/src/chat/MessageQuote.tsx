// i18n-keys: chat.attachment.*
import type { Message } from '@parley/contract/conversations';
import { useTranslation } from 'react-i18next';
import { printableLine } from './printable.ts';

type Properties = {
  /** Null when it isn't loaded. */
  message: Pick<Message, 'direction' | 'sender' | 'kind' | 'original' | 'translation' | 'erased'> | null;
  /** Jumps to the message; absent when that isn't possible. */
  onOpen?: (() => void) | undefined;
};

/** The beginning of a quoted message, translated for the reader if possible. */
export function MessageQuote({ message, onOpen }: Properties) {
  const { t } = useTranslation('ui');
  const { direction, sender } = message ?? { direction: 'in', sender: null };
  const side = t(direction === 'in' ? 'chat.fromCustomer' : 'chat.fromAgent');
  const named = sender && t('chat.fromMember', { name: printableLine(sender.name, 60) });
  const author = message === null ? null : (named ?? side);
  const content = (
    <>
      <strong>{author}</strong>{' '}
      <bdi>{message === null ? t('chat.earlierMessage') : beginning(message, t)}</bdi>
    </>
  );
  if (onOpen === undefined) return <div className="chat-quote">{content}</div>;
  return (
    <button type="button" className="chat-quote" title={t('chat.openAnswered')} onClick={onOpen}>
      {content}
    </button>
  );
}

function beginning(
  { direction, kind, original, translation, erased }: NonNullable<Properties['message']>,
  t: (key: string) => string,
): string {
  const text = direction === 'in' ? (translation ?? original) : original;
  if (erased) return t('chat.notShown');
  if (text !== '' && kind !== 'unsupported') return printableLine(text, 160);
  return t(kind === 'text' || kind === 'unsupported' ? 'chat.notShown' : `chat.attachment.${kind}`);
}
