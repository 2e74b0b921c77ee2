import type { IsolationProfile } from '@parley/contract';
import { ErrorPanel } from '@parley/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Space } from 'antd';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../lib/session-context.tsx';
import { isolationProfile } from './queries.ts';

type Properties = {
  socialAccountId: string;
  onTakeTheirs: (theirs: IsolationProfile) => void;
  onKeepMine: (theirs: IsolationProfile) => void;
};

/** Somebody else has saved meanwhile: theirs or mine, but nobody's without a word. */
export function ChangedMeanwhile({ socialAccountId, onTakeTheirs, onKeepMine }: Properties) {
  const { t } = useTranslation();
  const client = useClient();
  const cache = useQueryClient();
  const reading = useMutation({
    mutationFn: async (use: (theirs: IsolationProfile) => void) => {
      const theirs = await cache.fetchQuery({ ...isolationProfile(client, socialAccountId), staleTime: 0 });
      return { theirs, use };
    },
    onSuccess: ({ theirs, use }) => use(theirs),
  });
  const choice = (label: string, use: (theirs: IsolationProfile) => void) => (
    <Button size="small" loading={reading.isPending} onClick={() => reading.mutate(use)}>
      {label}
    </Button>
  );
  return (
    <>
      <Alert
        type="warning"
        showIcon
        role="alert"
        title={t('isolation.stale')}
        description={t('isolation.staleHint')}
        action={
          <Space orientation="vertical">
            {choice(t('isolation.takeTheirs'), onTakeTheirs)}
            {choice(t('isolation.keepMine'), onKeepMine)}
          </Space>
        }
      />
      {reading.error ? <ErrorPanel problem={reading.error} /> : null}
    </>
  );
}
