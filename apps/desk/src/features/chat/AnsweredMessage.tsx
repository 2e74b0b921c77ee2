import { CloseOutlined } from '@ant-design/icons';
import type { ReplyTo } from '@parley/chat-core';
import { deskMessage } from '@parley/contract/conversations';
import { MessageQuote } from '@parley/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useDesk } from '../../lib/desk-context.tsx';
import { useLiveConnect, useLiveEvent } from '../../lib/use-live.ts';
import { useStore } from '../../lib/use-store.ts';
import { useChat } from './ChatServices.tsx';
import { useJumps } from './use-jumps.tsx';

type Properties = { conversationId: string; replyTo: ReplyTo };

/** Fetches a single message and follows its changes: a message deleted by its author must not stay in a quote. */
function useMessage(id: string, { conversationId, enabled }: { conversationId: string; enabled: boolean }) {
  const { client } = useDesk();
  const queryClient = useQueryClient();
  const queryKey = ['message', id];
  const refresh = () => void queryClient.invalidateQueries({ queryKey });
  useLiveEvent('changed', ({ message }) => {
    if (message.id === id) refresh();
  });
  useLiveEvent('erased', ({ conversationIds }) => {
    if (conversationIds.includes(conversationId)) refresh();
  });
  useLiveConnect(refresh);
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => client.call(deskMessage, { params: { messageId: id } }, { signal }),
    enabled,
  });
  return data ?? null;
}

/** Returns the message replied to, from the loaded ones or fetched separately; null until it arrives. */
function useAnswered(conversationId: string, id: string) {
  const { threads } = useChat();
  const { shown } = useStore(threads.view(conversationId));
  const loaded = shown.find((message) => message.id === id);
  const fetched = useMessage(id, { conversationId, enabled: loaded === undefined });
  return loaded ?? fetched;
}

/** The message that another one replies to; clicking it jumps there once it is loaded. */
export function AnsweredMessage({ conversationId, replyTo: { id, seq } }: Properties) {
  const message = useAnswered(conversationId, id);
  const { goTo } = useJumps();
  return (
    <MessageQuote message={message} onOpen={message === null ? undefined : () => goTo({ around: seq })} />
  );
}

/** Shows above the text which message it will reply to, if any. */
export function ReplyTarget({ conversationId }: { conversationId: string }) {
  const { answers } = useChat();
  const replyTo = useStore(answers.of(conversationId));
  const cancel = () => answers.set(conversationId, null);
  return replyTo === null ? null : (
    <ToAnswer conversationId={conversationId} replyTo={replyTo} onCancel={cancel} />
  );
}

function ToAnswer({ conversationId, replyTo, onCancel }: Properties & { onCancel: () => void }) {
  const { t } = useTranslation();
  const message = useAnswered(conversationId, replyTo.id);
  return (
    <div className="desk-answering">
      <MessageQuote message={message} />
      <Button
        type="text"
        size="small"
        icon={<CloseOutlined aria-hidden />}
        aria-label={t('message.cancelAnswer')}
        onClick={onCancel}
      />
    </div>
  );
}
