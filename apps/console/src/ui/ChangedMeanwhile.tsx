import { ErrorPanel } from '@parley/ui';
import { useMutation } from '@tanstack/react-query';
import { Alert, Button, Space } from 'antd';
import { useTranslation } from 'react-i18next';
import { useConflictNotice } from './use-conflict-notice.ts';

type Properties<Kept> = {
  /** The error that reported the conflict. */
  problem: unknown;
  /** Fetches the stored record; null: it no longer exists. */
  read: () => Promise<Kept | null>;
  onTakeTheirs: (theirs: Kept) => void;
  onKeepMine: (theirs: Kept) => void;
};

/** Offers a choice after another user has saved meanwhile: their version or mine, and neither silently. */
export function ChangedMeanwhile<Kept>({ problem, read, onTakeTheirs, onKeepMine }: Properties<Kept>) {
  const { t } = useTranslation();
  const notice = useConflictNotice(problem);
  const reading = useMutation({
    mutationFn: async (_use: (theirs: Kept) => void) => read(),
    onSuccess: (theirs, use) => theirs !== null && use(theirs),
  });
  const choice = (label: string, use: (theirs: Kept) => void) => (
    <Button size="small" loading={reading.isPending} onClick={() => reading.mutate(use)}>
      {label}
    </Button>
  );
  return (
    <div className="changed-meanwhile" ref={notice} tabIndex={-1}>
      <Alert
        type="warning"
        showIcon
        role="alert"
        title={t('stale.title')}
        description={
          reading.data === null ? (
            t('stale.gone')
          ) : (
            <>
              <p>{t('stale.hint')}</p>
              <Space wrap>
                {choice(t('stale.takeTheirs'), onTakeTheirs)}
                {choice(t('stale.keepMine'), onKeepMine)}
              </Space>
            </>
          )
        }
      />
      {reading.error ? <ErrorPanel problem={reading.error} /> : null}
    </div>
  );
}
