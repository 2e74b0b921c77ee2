import type { KeptProxy } from '@parley/contract';
import { Alert, Button, Space } from 'antd';
import { useTranslation } from 'react-i18next';

type Properties = {
  /** What the form began with. */
  base: KeptProxy;
  /** What the list, asked again, shows now; undefined: it is gone, or on another of its pages. */
  latest: KeptProxy | undefined;
  onTakeTheirs: (theirs: KeptProxy) => void;
  onKeepMine: (theirs: KeptProxy) => void;
  onGone: () => void;
};

/** Somebody else has saved meanwhile: theirs or mine, but nobody's without a word. */
export function ChangedMeanwhile({ base, latest, onTakeTheirs, onKeepMine, onGone }: Properties) {
  const { t } = useTranslation();
  const waiting = latest !== undefined && latest.version === base.version;
  return (
    <Alert
      type="warning"
      showIcon
      role="alert"
      title={t('proxies.stale')}
      description={t(latest === undefined ? 'proxies.staleGone' : 'proxies.staleHint')}
      action={
        latest === undefined ? (
          <Button size="small" onClick={onGone}>
            {t('proxies.close')}
          </Button>
        ) : (
          <Space orientation="vertical">
            <Button size="small" loading={waiting} onClick={() => onTakeTheirs(latest)}>
              {t('proxies.takeTheirs')}
            </Button>
            <Button size="small" loading={waiting} onClick={() => onKeepMine(latest)}>
              {t('proxies.keepMine')}
            </Button>
          </Space>
        )
      }
    />
  );
}
