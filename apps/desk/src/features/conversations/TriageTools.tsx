import type { Conversation } from '@parley/contract/conversations';
import { interfaceLanguageOf, Moment } from '@parley/ui';
import { Tag } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHotkeys } from '../../lib/hotkeys.ts';
import { upcomingTime } from '../../lib/upcoming-time.ts';
import { useNow } from '../../lib/use-now.ts';
import { TriageMenu } from './TriageMenu.tsx';
import type { Triage } from './use-triage.tsx';

/** In the header of the open conversation: its state, its menu, and their shortcuts. */
export function TriageTools({ conversation, onTriage }: { conversation: Conversation; onTriage: Triage }) {
  const [open, setOpen] = useState(false);
  const { pinnedAt, closedAt, archivedAt } = conversation;
  useHotkeys({
    P: () => {
      if (closedAt === null) onTriage(conversation, { kind: pinnedAt === null ? 'pin' : 'unpin' });
    },
    E: () => onTriage(conversation, { kind: closedAt === null ? 'close' : 'reopen' }),
    A: () => {
      if (archivedAt === null) onTriage(conversation, { kind: 'archive' });
    },
    Z: () => setOpen(true),
    H: () => onTriage(conversation, { kind: 'hand-over' }),
  });
  return (
    <>
      <Standing conversation={conversation} />
      <TriageMenu
        conversation={conversation}
        onAct={(act) => onTriage(conversation, act)}
        open={open}
        onOpenChange={setOpen}
      />
    </>
  );
}

/** Shows why the conversation isn't in the open list. */
function Standing({ conversation: { closedAt, archivedAt, snoozedUntil } }: { conversation: Conversation }) {
  const { t, i18n } = useTranslation();
  const now = useNow();
  if (archivedAt !== null) return <Tag>{t('conversation.archived')}</Tag>;
  if (closedAt !== null) return <Tag>{t('conversation.closed')}</Tag>;
  if (snoozedUntil === null) return null;
  const time = upcomingTime(interfaceLanguageOf(i18n.language), snoozedUntil, now);
  return (
    <Tag>
      <Moment at={snoozedUntil}>{t('conversation.snoozedUntil', { time })}</Moment>
    </Tag>
  );
}
