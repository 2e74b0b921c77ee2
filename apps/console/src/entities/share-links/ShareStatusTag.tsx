import type { ShareStatus } from '@parley/contract/work-order-shares';
import { Tag } from 'antd';
import { useTranslation } from 'react-i18next';

// i18n-keys: shareLinks.status.*

const colors: Readonly<Record<ShareStatus, string>> = {
  enabled: 'success',
  disabled: 'default',
  cancelled: 'error',
  expired: 'warning',
};

export function ShareStatusTag({ status }: { status: ShareStatus }) {
  const { t } = useTranslation();
  return <Tag color={colors[status]}>{t(`shareLinks.status.${status}`)}</Tag>;
}
