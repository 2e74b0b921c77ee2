import {
  EmptyState,
  ErrorBoundary,
  ErrorPanel,
  onNetworkIdle,
  useLazyCode,
  useRetryOnline,
} from '@parley/ui';
import { Skeleton } from 'antd';
import { memo, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useChat } from '../../features/chat/ChatServices.tsx';
import type { ChatProperties } from './Chat.tsx';
import { chatCode } from './chat-code.ts';

/** The page first shows its list; a chat's code is prefetched before a conversation is chosen or the connection is lost. */
const quietMs = 2_000;

type Properties = Omit<ChatProperties, 'conversationId'> & { conversationId: string | null };

/** The open conversation, or a hint on how to open one. */
export const OpenConversation = memo(function OpenConversation({ conversationId, ...rest }: Properties) {
  const { t } = useTranslation();
  const { threads } = useChat();
  const { code, problem, retry } = useLazyCode(chatCode, conversationId !== null);
  useRetryOnline(problem !== null, retry);
  useEffect(() => onNetworkIdle(quietMs, chatCode.prefetch), []);
  useEffect(() => {
    // Loads the messages in parallel with the code that shows them, also when opened by its URL.
    if (conversationId !== null) threads.view(conversationId);
  }, [threads, conversationId]);
  if (conversationId === null) {
    return (
      <div className="desk-nothing-open">
        <EmptyState title={t('chat.choose')} hint={t('chat.chooseHint')} />
      </div>
    );
  }
  if (problem !== null) return <ErrorPanel problem={problem} onRetry={retry} />;
  if (code === null) return <Skeleton active className="desk-chat-loading" paragraph={{ rows: 6 }} />;
  return (
    <ErrorBoundary>
      <code.Chat conversationId={conversationId} {...rest} />
    </ErrorBoundary>
  );
});
