import { MoreOutlined } from '@ant-design/icons';
import type { Conversation } from '@parley/contract/conversations';
import { Button, Tag } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHotkeys } from '../../lib/hotkeys.ts';
import { TriageMenu } from './TriageMenu.tsx';
import type { Triage } from './use-triage.tsx';

/** In the open conversation's head: how it stands, its menu, and the keys for both. */
export function TriageTools({ conversation, onTriage }: { conversation: Conversation; onTriage: Triage }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const { pinnedAt, closedAt } = conversation;
  useHotkeys({
    P: () => {
      if (closedAt === null) onTriage(conversation, { kind: pinnedAt === null ? 'pin' : 'unpin' });
    },
    E: () => onTriage(conversation, { kind: closedAt === null ? 'close' : 'reopen' }),
    Z: () => setOpen(true),
  });
  return (
    <>
      {closedAt === null ? null : <Tag>{t('conversation.closed')}</Tag>}
      <TriageMenu
        conversation={conversation}
        onAct={(act) => onTriage(conversation, act)}
        open={open}
        onOpenChange={setOpen}
      >
        <Button
          icon={<MoreOutlined aria-hidden />}
          aria-label={t('triage.menu')}
          title={t('triage.menu')}
          aria-haspopup="menu"
          aria-expanded={open}
          onClick={() => setOpen(true)}
        />
      </TriageMenu>
    </>
  );
}
