import { Alert, Button, Space } from 'antd';
import { useTranslation } from 'react-i18next';

type Properties = { onTakeTheirs: () => void; onKeepMine: () => void; busy: boolean };

/** Somebody else has saved meanwhile: theirs or mine, but nobody's without a word. */
export function StaleNotice({ onTakeTheirs, onKeepMine, busy }: Properties) {
  const { t } = useTranslation();
  return (
    <Alert
      type="warning"
      showIcon
      role="alert"
      title={t('profile.stale')}
      description={t('profile.staleHint')}
      action={
        <Space orientation="vertical">
          <Button size="small" loading={busy} onClick={onTakeTheirs}>
            {t('profile.takeTheirs')}
          </Button>
          <Button size="small" loading={busy} onClick={onKeepMine}>
            {t('profile.keepMine')}
          </Button>
        </Space>
      }
    />
  );
}
