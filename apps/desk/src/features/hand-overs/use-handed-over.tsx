import { printableLine, useToasts } from '@parley/ui';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useLiveEvent } from '../../lib/use-live.ts';
import { refreshHandOvers } from './hand-over-queries.ts';

/** Notifies the agent when another sub-account hands a conversation over; use it once. */
export function useHandedOver(pathOf: (id: string) => string): void {
  const { t } = useTranslation();
  const toasts = useToasts();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  useLiveEvent('handedOver', ({ conversationId, from, authorName, takenBack }) => {
    refreshHandOvers(queryClient);
    if (takenBack) return;
    const name = printableLine(authorName === null ? from : `${authorName} (${from})`, 90);
    toasts.info({
      key: `handed-over ${conversationId}`,
      duration: 15,
      content: (
        <>
          {t('handOver.received', { name })}
          <Button type="link" size="small" onClick={() => void navigate(pathOf(conversationId))}>
            {t('handOver.open')}
          </Button>
        </>
      ),
    });
  });
}
