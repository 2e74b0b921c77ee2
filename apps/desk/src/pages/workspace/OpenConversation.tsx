import { EmptyState, ErrorBoundary } from '@parley/ui';
import { Skeleton } from 'antd';
import { lazy, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChatProperties } from './Chat.tsx';

const fetchChat = () => import('./Chat.tsx');
const Chat = lazy(async () => ({ default: (await fetchChat()).Chat }));

/** The page shows its list first; a chat's code is there before the line is lost or a conversation is chosen. */
const fetchAfterMs = 10_000;

function useChatCode(): void {
  useEffect(() => {
    const timer = setTimeout(() => void fetchChat().catch(() => undefined), fetchAfterMs);
    return () => clearTimeout(timer);
  }, []);
}

type Properties = Omit<ChatProperties, 'conversationId'> & { conversationId: string | null };

/** The open conversation, or what to do to get one. */
export function OpenConversation({ conversationId, ...rest }: Properties) {
  const { t } = useTranslation();
  useChatCode();
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
}
