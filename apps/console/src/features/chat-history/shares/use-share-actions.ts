import {
  type ChatShare,
  cancelChatShare,
  deleteChatShare,
  setChatShareEnabled,
} from '@parley/contract/chat-shares';
import { useErrorToast, useToasts } from '@parley/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../../lib/session-context.tsx';
import type { RowAction } from '../../../ui/list/description.ts';
import { sharesKey } from './queries.ts';

type Does = { onLink: (share: ChatShare) => void; onChange: (share: ChatShare) => void };

/** Returns what can be done with one share. */
export function useShareActions({ onLink, onChange }: Does) {
  const { t } = useTranslation();
  const { enable, cancel, remove } = useShareCalls();
  return (share: ChatShare): readonly RowAction[] => {
    const { id: shareId, status, title } = share;
    const isOver = status === 'cancelled';
    const isDisabled = status === 'disabled';
    return [
      {
        key: 'link',
        label: t('chatShares.qrCode'),
        beside: t('chatShares.qrCodeOf', { title }),
        onAct: () => onLink(share),
      },
      { key: 'edit', label: t('chatShares.edit'), disabled: isOver, onAct: () => onChange(share) },
      {
        key: 'enabled',
        label: t(isDisabled ? 'chatShares.enable' : 'chatShares.disable'),
        disabled: isOver,
        onAct: () => enable(shareId, isDisabled),
      },
      {
        key: 'cancel',
        label: t('chatShares.cancel'),
        danger: true,
        divided: true,
        disabled: isOver,
        confirm: { title: t('chatShares.cancelTitle'), description: t('chatShares.cancelHint') },
        onAct: () => cancel(shareId),
      },
      {
        key: 'delete',
        label: t('chatShares.delete'),
        danger: true,
        confirm: { title: t('chatShares.deleteTitle'), description: t('chatShares.deleteHint') },
        onAct: () => remove(shareId),
      },
    ];
  };
}

/** Returns the calls of the actions; each says what became of it. */
function useShareCalls() {
  const { t } = useTranslation();
  const client = useClient();
  const cache = useQueryClient();
  const toasts = useToasts();
  const showError = useErrorToast();
  const run = async (call: Promise<unknown>, done: string) => {
    try {
      await call;
      toasts.success(done);
    } catch (problem) {
      showError(problem);
    }
    await cache.invalidateQueries({ queryKey: sharesKey });
  };
  return {
    enable: (shareId: string, enabled: boolean) =>
      run(
        client.call(setChatShareEnabled, { body: { shareId, enabled } }),
        t(enabled ? 'chatShares.enabled' : 'chatShares.disabled'),
      ),
    cancel: (shareId: string) =>
      run(client.call(cancelChatShare, { body: { shareId } }), t('chatShares.cancelled')),
    remove: (shareId: string) =>
      run(client.call(deleteChatShare, { body: { shareId } }), t('chatShares.deleted')),
  };
}
