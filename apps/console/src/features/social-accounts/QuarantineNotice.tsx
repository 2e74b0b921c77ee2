import { Alert, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useQuarantine } from './use-quarantine.ts';

/** Warns while there are messages that couldn't be stored. */
export function QuarantineNotice({ onOpen }: { onOpen: () => void }) {
  const { t } = useTranslation();
  const total = useQuarantine(1).data?.total ?? 0;
  if (total === 0) return null;
  return (
    <Alert
      type="warning"
      showIcon
      title={t('quarantine.notice', { count: total })}
      action={
        <Button size="small" onClick={onOpen}>
          {t('quarantine.show')}
        </Button>
      }
      style={{ marginBlockEnd: 12 }}
    />
  );
}
