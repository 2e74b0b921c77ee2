import { EmptyState, ErrorBoundary, ErrorPanel, onNetworkQuiet, useLateCode } from '@parley/ui';
import { Skeleton } from 'antd';
import { memo, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useChat } from '../../features/chat/ChatServices.tsx';
import type { ChatProperties } from './Chat.tsx';
import { chatCode } from './chat-code.ts';

/** The page shows its list first; a chat's code is there before a conversation is chosen or the line is lost. */
const quietMs = 2_000;

type Properties = Omit<ChatProperties, 'conversationId'> & { conversationId: string | null };

/** The open conversation, or what to do to get one. */
export const OpenConversation = memo(function OpenConversation({ conversationId, ...rest }: Properties) {
  const { t } = useTranslation();
  const { threads } = useChat();
  const { code, problem, retry } = useLateCode(chatCode, conversationId !== null);
  useEffect(() => onNetworkQuiet(quietMs, chatCode.prefetch), []);
  useEffect(() => {
    // Its messages come at the same time as the code that shows them, also where it is opened by its address.
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
