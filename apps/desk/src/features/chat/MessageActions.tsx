import { isApiError } from '@parley/api-client';
import { isHistory, type OutboxEntry } from '@parley/chat-core';
import {
  discardMessageChange,
  type MediaProblem,
  type Message,
  retryMessage,
  retryPricedMessage,
  sendOriginal,
} from '@parley/contract/conversations';
import { codePoints, messageLimit } from '@parley/contract/values';
import { ConfirmPopover, useErrorToast } from '@parley/ui';
import { useMutation } from '@tanstack/react-query';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useDesk } from '../../lib/desk-context.tsx';
import { useChat } from './ChatServices.tsx';

// i18n-keys: message.translate message.load message.retry message.sendPriced

/** Returns whether a text was imported with an account's history and hasn't been translated. */
const canBeTranslated = ({
  seq,
  direction,
  kind,
  original,
  translationState,
  originalLanguage,
}: Message): boolean =>
  isHistory(seq) &&
  direction === 'in' &&
  kind === 'text' &&
  translationState === 'none' &&
  originalLanguage === null &&
  codePoints(original) <= messageLimit;

/** Returns whether a retry is pointless. */
const isFinal = (problem: MediaProblem | null) => problem === 'too-large' || problem === 'expired';

/** Returns whether a message has any actions. */
export function needsDecision(message: Message): boolean {
  const open = message.delivery === 'failed' || message.delivery === 'unconfirmed';
  const { attachment } = message;
  const canBeFetched =
    attachment?.type === 'media' && attachment.state === 'failed' && !isFinal(attachment.problem);
  const refused = message.change?.state === 'failed';
  const has = refused || open || message.translationState === 'failed' || canBeFetched;
  return !message.erased && (has || canBeTranslated(message));
}

type MessageEndpoint =
  | typeof retryMessage
  | typeof retryPricedMessage
  | typeof sendOriginal
  | typeof discardMessageChange;

function retryText(message: Message, priced: boolean) {
  if (priced) return 'message.sendPriced';
  if (canBeTranslated(message)) return 'message.translate';
  const { attachment } = message;
  const isNotAsked = attachment?.type === 'media' && attachment.problem === 'not-asked';
  return isNotAsked ? 'message.load' : 'message.retry';
}

/** Retry and send original, for a message that the server has accepted. */
export function MessageActions({ message }: { message: Message }) {
  const { t } = useTranslation();
  const { client } = useDesk();
  const { threads } = useChat();
  const toast = useErrorToast();
  const act = useMutation({
    mutationFn: (endpoint: MessageEndpoint) => client.call(endpoint, { params: { messageId: message.id } }),
    onSuccess: threads.accept,
    onError: toast,
  });
  const failed = message.direction === 'out' && message.delivery === 'failed';
  const unconfirmed = message.delivery === 'unconfirmed';
  // The agent already knows that it costs, from the message itself or from the refusal of a retry.
  const priced = message.deliveryProblem === 'message-priced' || isApiError(act.error, 'message.priced');
  const retry = () => act.mutate(priced ? retryPricedMessage : retryMessage);
  return (
    <>
      {unconfirmed ? (
        <ConfirmPopover
          title={t('message.mayArriveTwice')}
          okText={t('message.sendAgain')}
          cancelText={t('cancel')}
          onConfirm={retry}
        >
          <Button size="small" loading={act.isPending}>
            {t('message.sendAgain')}
          </Button>
        </ConfirmPopover>
      ) : (
        <Button size="small" loading={act.isPending} onClick={retry}>
          {t(retryText(message, priced))}
        </Button>
      )}
      {message.change?.state === 'failed' ? (
        <Button size="small" disabled={act.isPending} onClick={() => act.mutate(discardMessageChange)}>
          {t('message.discardChange')}
        </Button>
      ) : null}
      {failed && message.template === null ? (
        <Button size="small" disabled={act.isPending} onClick={() => act.mutate(sendOriginal)}>
          {t('message.sendOriginal')}
        </Button>
      ) : null}
    </>
  );
}

/** Explains why nothing is sent while the connection is down. */
export function WaitingNote() {
  const { t } = useTranslation();
  return <small>{t('message.waiting')}</small>;
}

/** Returns a text that a colleague's answer has overtaken to the draft. Not offered for a caption, whose file would be lost. */
function EditWaiting({ entry: { id, conversationId, text, file } }: { entry: OutboxEntry }) {
  const { t } = useTranslation();
  const { drafts, outbox } = useChat();
  if (file !== undefined) return null;
  const edit = () => {
    drafts.giveBack(conversationId, text);
    outbox.discard(id);
  };
  return (
    <Button size="small" onClick={edit}>
      {t('composer.edit')}
    </Button>
  );
}

/** Actions on a message that the server refused. */
export function WaitingActions({ entry }: { entry: OutboxEntry }) {
  const { t } = useTranslation();
  const { outbox } = useChat();
  const again = entry.answered ? t('composer.sendAnyway') : t('message.retry');
  return (
    <>
      <Button size="small" onClick={() => outbox.retry(entry.id, entry.mode)}>
        {entry.priced ? t('message.sendPriced') : again}
      </Button>
      {entry.answered ? <EditWaiting entry={entry} /> : null}
      {entry.mode === 'original' || entry.answered ? null : (
        <Button size="small" onClick={() => outbox.retry(entry.id, 'original')}>
          {t('message.sendOriginal')}
        </Button>
      )}
      <ConfirmPopover
        title={t('message.discardSure')}
        okText={t('message.discard')}
        okButtonProps={{ danger: true }}
        cancelText={t('cancel')}
        onConfirm={() => outbox.discard(entry.id)}
      >
        <Button size="small" danger>
          {t('message.discard')}
        </Button>
      </ConfirmPopover>
    </>
  );
}
