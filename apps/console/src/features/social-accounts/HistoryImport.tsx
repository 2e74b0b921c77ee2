import {
  cancelHistoryImport,
  type HistoryRange,
  historyRange,
  type HistoryImport as Import,
  retryHistoryImport,
  type SocialAccount,
  startHistoryImport,
  usualHistoryRange,
} from '@parley/contract/channels';
import { useErrorToast, useFormats } from '@parley/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Modal, Progress, Radio } from 'antd';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { queryKeys } from '../../lib/query-keys.ts';
import { useClient } from '../../lib/session-context.tsx';
import { isImporting, rangesOf } from './history-state.ts';
import { StateReason } from './StateReason.tsx';

// i18n-keys: historyImport.range.* historyImport.state.*

type Support = NonNullable<SocialAccount['history']>;
type Properties = { account: SocialAccount; history: Support; onClose: () => void };

/** Starts the import of an account's history, shows its progress, and cancels or resumes it. */
export function HistoryImport({ account, history, onClose }: Properties) {
  const { t } = useTranslation();
  const { latest } = history;
  const [choosing, setChoosing] = useState(false);
  const isShown = latest !== null && !choosing;
  return (
    <Modal open title={t('historyImport.title')} footer={null} onCancel={onClose}>
      {isShown ? (
        <Latest account={account} latest={latest} onAgain={() => setChoosing(true)} />
      ) : (
        <Beginning account={account} history={history} onBegun={() => setChoosing(false)} />
      )}
    </Modal>
  );
}

/**
 * Returns the ref of an element that receives the focus when the focused control is unmounted, at first and with each
 * scene. No button gets it: a second press of Enter would cancel what the first one started.
 */
function useLostFocus(scene: string): RefObject<HTMLDivElement | null> {
  const content = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each scene, which changes the controls
  useEffect(() => {
    if (document.activeElement !== document.body) return;
    const chosen = content.current?.querySelector<HTMLElement>('input:checked');
    (chosen ?? content.current)?.focus();
  }, [scene]);
  return content;
}

function useImportAct(socialAccountId: string, onDone: () => void = () => undefined) {
  const client = useClient();
  const queryClient = useQueryClient();
  const onError = useErrorToast();
  const body = { id: socialAccountId };
  const refresh = () => queryClient.invalidateQueries({ queryKey: queryKeys.socialAccounts });
  return useMutation({
    mutationFn: (act: 'cancel' | 'retry' | HistoryRange) => {
      if (act === 'cancel') return client.call(cancelHistoryImport, { body });
      if (act === 'retry') return client.call(retryHistoryImport, { body });
      return client.call(startHistoryImport, { body: { ...body, range: act } });
    },
    // After the refetch, so that the previous import isn't shown again.
    onSuccess: () => refresh().then(onDone),
    onError: (problem) => {
      onError(problem);
      return refresh();
    },
  });
}

type BeginningProperties = { account: SocialAccount; history: Support; onBegun: () => void };

function Beginning({ account, history, onBegun }: BeginningProperties) {
  const { t } = useTranslation();
  const [range, setRange] = useState<HistoryRange>(usualHistoryRange);
  const act = useImportAct(account.id, onBegun);
  const options = rangesOf(history).map((value) => ({ value, label: t(`historyImport.range.${value}`) }));
  const content = useLostFocus('beginning');
  return (
    <div className="history-import" ref={content} tabIndex={-1}>
      <p>{t('historyImport.does')}</p>
      <Radio.Group
        vertical
        aria-label={t('historyImport.rangeName')}
        options={options}
        value={range}
        onChange={({ target }) => setRange(historyRange.parse(target.value))}
      />
      <p className="quiet">{t('historyImport.limits')}</p>
      <Button type="primary" loading={act.isPending} onClick={() => act.mutate(range)}>
        {t('historyImport.start')}
      </Button>
    </div>
  );
}

type LatestProperties = { account: SocialAccount; latest: Import; onAgain: () => void };

function Latest({ account, latest, onAgain }: LatestProperties) {
  const { t } = useTranslation();
  const act = useImportAct(account.id);
  const canGoOn = latest.state === 'failed' || latest.state === 'cancelled' || latest.state === 'paused';
  const content = useLostFocus(latest.state);
  return (
    <div className="history-import" ref={content} tabIndex={-1}>
      <div role="status">
        <Alert
          showIcon
          type={alertOf[latest.state]}
          title={t(`historyImport.state.${latest.state}`)}
          description={latest.reason === null ? undefined : <StateReason reason={latest.reason} />}
        />
        <ImportProgress latest={latest} />
      </div>
      <Facts latest={latest} />
      <div className="history-acts">
        {isImporting(latest) ? (
          <Button danger loading={act.isPending} onClick={() => act.mutate('cancel')}>
            {t('historyImport.cancel')}
          </Button>
        ) : null}
        {canGoOn ? (
          <Button type="primary" loading={act.isPending} onClick={() => act.mutate('retry')}>
            {t(latest.state === 'cancelled' ? 'historyImport.goOn' : 'historyImport.retry')}
          </Button>
        ) : null}
        {isImporting(latest) ? null : <Button onClick={onAgain}>{t('historyImport.another')}</Button>}
      </div>
    </div>
  );
}

const alertOf = {
  waiting: 'info',
  running: 'info',
  paused: 'warning',
  done: 'success',
  cancelled: 'info',
  failed: 'error',
} as const;

/** Progress bar, on platforms that report a total; on others only the figures show the progress. */
function ImportProgress({ latest: { state, read, total } }: { latest: Import }) {
  const { t } = useTranslation();
  if (state === 'done' || total === null || total === 0) return null;
  const percent = Math.min(99, Math.floor((read / total) * 100));
  return (
    <Progress
      className="history-progress"
      percent={percent}
      status={state === 'running' ? 'active' : 'normal'}
      aria-label={t('historyImport.title')}
    />
  );
}

function Facts({ latest }: { latest: Import }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { range, messages, fans, skipped, oldestAt, limited } = latest;
  return (
    <ul className="history-facts">
      <li>{t('historyImport.asked', { range: t(`historyImport.range.${range}`) })}</li>
      <li>{t('historyImport.messages', { count: messages, shown: formats.number(messages) })}</li>
      <li>{t('historyImport.fans', { count: fans, shown: formats.number(fans) })}</li>
      {oldestAt === null ? null : <li>{t('historyImport.oldest', { at: formats.dateTime(oldestAt) })}</li>}
      {skipped === 0 ? null : (
        <li>{t('historyImport.skipped', { count: skipped, shown: formats.number(skipped) })}</li>
      )}
      {limited ? <li>{t('historyImport.limited')}</li> : null}
    </ul>
  );
}
