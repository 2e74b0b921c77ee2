import { EmptyState, ErrorBoundary, onNetworkQuiet } from '@parley/ui';
import { Skeleton } from 'antd';
import { lazy, memo, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChatProperties } from './Chat.tsx';
import { fetchChat, prefetchChat } from './chat-code.ts';

const Chat = lazy(async () => ({ default: (await fetchChat()).Chat }));

/** The page shows its list first; a chat's code is there before a conversation is chosen or the line is lost. */
const quietMs = 2_000;

type Properties = Omit<ChatProperties, 'conversationId'> & { conversationId: string | null };

/** The open conversation, or what to do to get one. */
export const OpenConversation = memo(function OpenConversation({ conversationId, ...rest }: Properties) {
  const { t } = useTranslation();
  useEffect(() => onNetworkQuiet(quietMs, prefetchChat), []);
  if (conversationId === null) {
    return (
      <div className="desk-nothing-open">
        <EmptyState title={t('chat.choose')} hint={t('chat.chooseHint')} />
      </div>
    );
  }
  return (
    <ErrorBoundary>
      <Suspense fallback={<Skeleton active className="desk-chat-loading" paragraph={{ rows: 6 }} />}>
        <Chat conversationId={conversationId} {...rest} />
      </Suspense>
    </ErrorBoundary>
  );
});
