// i18n-keys: fans.taggingEnded.*
import { cancelFanTagging, type FanTagging } from '@parley/contract/fan-tags';
import { ConfirmPopover, useErrorToast, useFormats, useToasts } from '@parley/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Progress } from 'antd';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { queryKeys } from '../../lib/query-keys.ts';
import { useClient } from '../../lib/session-context.tsx';
import { latestTagging } from './queries.ts';

/** Shows the progress of a running bulk tagging; a toast reports the outcome. */
export function TaggingNotice() {
  const { t } = useTranslation();
  const { number } = useFormats();
  const client = useClient();
  const cache = useQueryClient();
  const showError = useErrorToast();
  const { data: tagging } = useQuery(latestTagging(client));
  useOutcome(tagging ?? undefined);
  const cancelling = useMutation({
    mutationFn: (taggingId: string) => client.call(cancelFanTagging, { body: { taggingId } }),
    onSuccess: (ended) => cache.setQueryData(queryKeys.fanTagging, ended),
    onError: showError,
  });
  if (tagging?.state !== 'running') return null;
  const { id, checked, expected } = tagging;
  // The expected number may be an estimate, and the last batch isn't done until the job has ended.
  const percent = Math.min(99, Math.floor((checked / Math.max(expected, 1)) * 100));
  return (
    <Alert
      type="info"
      showIcon
      title={t('fans.taggingRunning', { checked: number(checked), expected: number(expected) })}
      description={<Progress size="small" percent={percent} aria-label={t('fans.taggingProgress')} />}
      action={
        <ConfirmPopover title={t('fans.taggingCancelQuestion')} onConfirm={() => cancelling.mutate(id)}>
          <Button size="small" loading={cancelling.isPending}>
            {t('fans.taggingCancel')}
          </Button>
        </ConfirmPopover>
      }
    />
  );
}

/** Reports the outcome of a tagging that was running at the last poll, and refetches the rows. */
function useOutcome(tagging: FanTagging | undefined): void {
  const { t } = useTranslation();
  const { number } = useFormats();
  const toasts = useToasts();
  const cache = useQueryClient();
  const seen = useRef<FanTagging>(undefined);
  useEffect(() => {
    const before = seen.current;
    seen.current = tagging;
    if (tagging === undefined || tagging.state === 'running') return;
    if (before?.id !== tagging.id || before.state !== 'running') return;
    const { state, changed, skipped } = tagging;
    const outcome = t(`fans.taggingEnded.${state}`, { count: changed, shown: number(changed) });
    const rest =
      skipped === 0 ? '' : ` ${t('fans.taggingSkipped', { count: skipped, shown: number(skipped) })}`;
    void (state === 'done' ? toasts.success : toasts.warning)(outcome + rest);
    void cache.invalidateQueries({ queryKey: queryKeys.fans });
    void cache.invalidateQueries({ queryKey: queryKeys.fanTags });
  }, [tagging, t, number, toasts, cache]);
}
