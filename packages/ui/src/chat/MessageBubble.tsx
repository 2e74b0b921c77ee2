// i18n-keys: chat.problem.* chat.change.* chat.changeFailed.*
import './chat.css';
import type { Message } from '@parley/contract/conversations';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFaultSentence } from '../connection/fault-sentence.ts';
import { useFormats } from '../locale/formats.ts';
import { Moment } from '../text/Moment.tsx';
import { AttachmentView } from './attachments/AttachmentView.tsx';
import { ChatText } from './ChatText.tsx';
import { DeliveryMark, type ShownDelivery } from './DeliveryMark.tsx';
import { MessageSender } from './MessageSender.tsx';
import { marksInTranslation, type TextMark } from './marked-text.ts';
import { printableLine } from './printable.ts';

/** The displayed fields of a message; a message that hasn't reached the server yet has them, too. */
export type ShownMessage = Pick<
  Message,
  | 'direction'
  | 'kind'
  | 'original'
  | 'attachment'
  | 'originalLanguage'
  | 'translation'
  | 'translationLanguage'
  | 'translationState'
  | 'translationProblem'
  | 'characters'
  | 'deliveryProblem'
  | 'automatic'
  | 'elsewhere'
  | 'template'
  | 'sender'
  | 'mentions'
  | 'erased'
  | 'editedAt'
  | 'deletedAt'
  | 'reactions'
  | 'change'
  | 'sentAt'
> & { delivery: ShownDelivery };

type Properties = {
  message: ShownMessage;
  /** Controls below the message, e.g. retry. */
  actions?: ReactNode;
  /** Shown beside the bubble, e.g. a menu. */
  menu?: ReactNode;
  /** The message that it replies to. */
  quote?: ReactNode;
  /** Replaces the mark of an edited message, e.g. to show earlier versions. */
  edited?: ReactNode;
  /** The message's author, shown before the time. */
  author?: ReactNode;
  /** Follows the previous message without a gap: same side, within a short time. */
  joined?: boolean;
};

/** The second text: the translation, or its state. The translation of a template is for the agent only. */
function Translation({ message, marks }: { message: ShownMessage; marks: readonly TextMark[] }) {
  const { t } = useTranslation('ui');
  const { template } = message;
  if (template !== null && template.translation !== null) {
    return (
      <div className="chat-translation">
        <ChatText text={template.translation} lang={template.translationLanguage} />
      </div>
    );
  }
  if (message.translationState === 'done' && message.translation !== null) {
    const { translation, translationLanguage } = message;
    return (
      <div className="chat-translation">
        <ChatText
          text={translation}
          lang={translationLanguage}
          marks={marksInTranslation(message.original, marks, translation)}
        />
      </div>
    );
  }
  if (message.translationState === 'pending') {
    return <div className="chat-translation chat-pending">{t('chat.translating')}</div>;
  }
  if (message.translationState !== 'failed') return null;
  // The conversation names the language pair once; repeating it below each customer's message would be noise.
  if (message.direction === 'in' && message.translationProblem === 'language-unsupported') return null;
  return (
    <div className="chat-translation chat-problem">
      {t(`chat.problem.${message.translationProblem ?? 'engines-failed'}`)}
    </div>
  );
}

function Facts({ message, edited, author }: Pick<Properties, 'message' | 'edited' | 'author'>) {
  const { t } = useTranslation('ui');
  const formats = useFormats();
  const translated = message.translationState === 'done' && message.translationLanguage !== null;
  return (
    <div className="chat-facts">
      {author}
      <Moment at={message.sentAt}>{formats.clock(message.sentAt)}</Moment>
      {translated && message.originalLanguage !== null ? (
        <span>
          {t('chat.languages', {
            from: formats.language(message.originalLanguage),
            to: formats.language(message.translationLanguage ?? ''),
          })}
        </span>
      ) : null}
      {message.characters > 0 ? (
        <span>
          {t('chat.characters', { count: message.characters, shown: formats.number(message.characters) })}
        </span>
      ) : null}
      {message.editedAt === null || message.erased ? null : (edited ?? <span>{t('chat.edited')}</span>)}
      {message.deletedAt === null || message.erased ? null : (
        <span className="chat-taken-back">{t('chat.takenBack')}</span>
      )}
      {message.automatic ? <span className="chat-automatic">{t('chat.automatic')}</span> : null}
      {message.template === null ? null : (
        <span>{t('chat.template', { name: printableLine(message.template.name, 60) })}</span>
      )}
      {message.elsewhere ? <span>{t('chat.elsewhere')}</span> : null}
      <DeliveryMark state={message.delivery} />
    </div>
  );
}

function Original({ message, marks }: { message: ShownMessage; marks: readonly TextMark[] }) {
  const { t } = useTranslation('ui');
  if (message.erased)
    return (
      <em className="chat-unsupported">{t(message.deletedAt === null ? 'chat.erased' : 'chat.takenBack')}</em>
    );
  if (message.kind === 'unsupported') {
    return (
      <em className="chat-unsupported">
        {t('chat.unsupported', { what: printableLine(message.original, 40) })}
      </em>
    );
  }
  const { attachment, original } = message;
  return (
    <>
      {attachment === null ? null : (
        <div className="chat-attachment">
          <AttachmentView attachment={attachment} />
        </div>
      )}
      {attachment !== null && original === '' ? null : (
        <ChatText text={original} lang={message.originalLanguage} className="chat-original" marks={marks} />
      )}
    </>
  );
}

/** The platform's own wording is untrusted, too. */
function DeliveryTrouble({ message }: { message: ShownMessage }) {
  const { t } = useTranslation('ui');
  const sentenceOf = useFaultSentence();
  if (message.delivery !== 'failed' && message.delivery !== 'unconfirmed') return null;
  // A failed translation is already reported in place of the translation.
  if (message.delivery === 'failed' && message.translationState === 'failed') return null;
  const { deliveryProblem } = message;
  const reason =
    deliveryProblem === null ? '' : (sentenceOf(deliveryProblem) ?? printableLine(deliveryProblem, 300));
  return (
    <div className="chat-problem">
      {t(message.delivery === 'failed' ? 'chat.failed' : 'chat.unconfirmed')}
      {reason === '' ? null : (
        <>
          {' '}
          <bdi>({reason})</bdi>
        </>
      )}
    </div>
  );
}

/** An agent's change that the customer doesn't see yet, or that the platform has refused. */
function ChangeState({ message: { change } }: { message: ShownMessage }) {
  const { t } = useTranslation('ui');
  const sentenceOf = useFaultSentence();
  if (change === null) return null;
  if (change.state === 'queued') return <div className="chat-pending">{t(`chat.change.${change.kind}`)}</div>;
  const reason =
    change.problem === null ? '' : (sentenceOf(change.problem) ?? printableLine(change.problem, 300));
  return (
    <div className="chat-problem">
      {t(`chat.changeFailed.${change.kind}`)} {reason === '' ? null : <bdi>({reason})</bdi>}
      {change.kind === 'edit' && change.text !== null ? (
        <ChatText text={change.text} className="chat-refused" />
      ) : null}
    </div>
  );
}

function Reactions({ reactions }: Pick<ShownMessage, 'reactions'>) {
  const { t } = useTranslation('ui');
  const { number } = useFormats();
  if (reactions.length === 0) return null;
  return (
    <ul className="chat-reactions" aria-label={t('chat.reactions')}>
      {reactions.map(({ emoji, count, own }) => (
        <li key={emoji} data-own={own} title={own ? t('chat.ownReaction') : undefined}>
          {printableLine(emoji, 10)}
          {count > 1 ? ` ${number(count)}` : ''}
        </li>
      ))}
    </ul>
  );
}

/** Renders one message with its original, translation, state and available actions. */
export function MessageBubble({ message, actions, menu, quote, edited, author, joined = false }: Properties) {
  const { t } = useTranslation('ui');
  const { sender, mentions } = message;
  const marks = useMemo(
    () => mentions.map(({ start, length, memberId }) => ({ start, length, own: memberId === null })),
    [mentions],
  );
  return (
    <div className="chat-message" data-direction={message.direction} data-joined={joined}>
      {sender === null || joined ? null : <MessageSender sender={sender} />}
      <div className="chat-bubble">
        <span className="only-read-aloud">
          {sender === null
            ? t(message.direction === 'in' ? 'chat.fromCustomer' : 'chat.fromAgent')
            : t('chat.fromMember', { name: printableLine(sender.name, 60) })}
        </span>
        {quote}
        <Original message={message} marks={marks} />
        <Translation message={message} marks={marks} />
        <DeliveryTrouble message={message} />
        <ChangeState message={message} />
        {actions === undefined || actions === null ? null : <div className="chat-actions">{actions}</div>}
        {menu}
      </div>
      <Reactions reactions={message.reactions} />
      <Facts message={message} edited={edited} author={author} />
    </div>
  );
}
