import type { ThreadView } from '@parley/chat-core';
import { isFromBeginning, shownStretch } from '@parley/chat-core';
import { printableLine } from '@parley/ui';
import { Button, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChat } from './ChatServices.tsx';

type Properties = { view: ThreadView; conversationId: string };

/** Above the first loaded message: marks the beginning of the conversation, or shows what is being loaded. */
export function OlderEnd({ view, conversationId }: Properties) {
  const { t } = useTranslation();
  const { threads } = useChat();
  if (isFromBeginning(shownStretch(view.thread))) return <p className="desk-chat-begin">{t('chat.begin')}</p>;
  if (view.older === 'failed') {
    return (
      <p className="desk-chat-begin">
        <Button size="small" onClick={() => threads.loadOlder(conversationId)}>
          {t('chat.olderFailed')}
        </Button>
      </p>
    );
  }
  return (
    <div aria-hidden className="desk-older">
      <Skeleton active title={false} paragraph={{ rows: 1, width: ['45%'] }} />
    </div>
  );
}

/** Below the last loaded message, unless it is the newest. */
export function NewerEnd({ view, conversationId }: Properties) {
  const { t } = useTranslation();
  const { threads } = useChat();
  if (view.thread.past === null) return null;
  if (view.newer === 'failed') {
    return (
      <p className="desk-chat-begin">
        <Button size="small" onClick={() => threads.loadNewer(conversationId)}>
          {t('chat.newerFailed')}
        </Button>
      </p>
    );
  }
  return (
    <div aria-hidden className="desk-older">
      <Skeleton active title={false} paragraph={{ rows: 1, width: ['45%'] }} />
    </div>
  );
}

export function LoadingMessages() {
  const { t } = useTranslation();
  return (
    <div role="status" aria-label={t('loading')} className="desk-messages-inner desk-older">
      <Skeleton
        active
        title={false}
        paragraph={{ rows: 6, width: ['40%', '55%', '30%', '50%', '35%', '45%'] }}
      />
    </div>
  );
}

/**
 * Announces the customer's newest message to screen readers, translated if possible, wherever in the conversation the
 * reader is; older messages that are scrolled to are not announced.
 */
export function Announcer({ view }: { view: ThreadView }) {
  const { t } = useTranslation();
  const latest = view.newest.findLast((message) => message.direction === 'in');
  const [first] = useState(latest?.seq ?? 0);
  const isNew = latest !== undefined && latest.seq > first && latest.translationState !== 'pending';
  return (
    <div role="log" aria-live="polite" aria-label={t('chat.newMessages')} className="only-read-aloud">
      {isNew ? <p key={latest.id}>{printableLine(latest.translation ?? latest.original, 500)}</p> : null}
    </div>
  );
}
