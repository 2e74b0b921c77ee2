import { resetStatistics, type StatisticsReset, undoStatisticsReset } from '@parley/contract/fan-statistics';
import { lazyDialog, useErrorToast, useFormats, useToasts } from '@parley/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { queryKeys } from '../../lib/query-keys.ts';
import { useClient } from '../../lib/session-context.tsx';
import { useNow } from '../../lib/use-now.ts';
import { useRestoredFocus } from '../../lib/use-restored-focus.ts';

const ConfirmReset = lazyDialog(async () => (await import('./ConfirmReset.tsx')).ConfirmReset);

// The list shows fan types relative to the latest reset.
const changed = [queryKeys.fanStatistics, queryKeys.fans];

/** Resets the statistics, and undoes a reset within a day. */
export function ResetStatistics({ reset }: { reset: StatisticsReset | null }) {
  const { t } = useTranslation();
  const { dateTime } = useFormats();
  const client = useClient();
  const cache = useQueryClient();
  const toasts = useToasts();
  const showError = useErrorToast();
  const now = useNow(60_000);
  const [asking, setAsking] = useState(false);
  useRestoredFocus(asking);
  const button = useRef<HTMLButtonElement>(null);
  const refresh = () => {
    for (const queryKey of changed) void cache.invalidateQueries({ queryKey });
  };
  const resetting = useMutation({
    mutationFn: () => client.call(resetStatistics, { body: { replaces: reset?.id ?? null } }),
    onSuccess: () => {
      setAsking(false);
      toasts.success(t('fanStatistics.resetDone'));
    },
    onError: showError,
    onSettled: refresh,
  });
  const undoing = useMutation({
    mutationFn: (resetId: string) => client.call(undoStatisticsReset, { body: { resetId } }),
    onSuccess: () => {
      toasts.success(t('fanStatistics.undone'));
      // The button that had the focus is unmounted with the reset.
      button.current?.focus();
    },
    onError: showError,
    onSettled: refresh,
  });
  return (
    <>
      {reset !== null && now < reset.undoUntil ? (
        <Button
          type="link"
          size="small"
          loading={undoing.isPending}
          onClick={() => undoing.mutate(reset.id)}
          title={t('fanStatistics.undoUntil', { time: dateTime(reset.undoUntil) })}
        >
          {t('fanStatistics.undo')}
        </Button>
      ) : null}
      <Button ref={button} type="link" size="small" onClick={() => setAsking(true)}>
        {t('fanStatistics.reset')}
      </Button>
      {asking ? (
        <ConfirmReset
          pending={resetting.isPending}
          onConfirm={() => resetting.mutate()}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </>
  );
}
