import type { NotificationLevel } from '@parley/contract/notifications';
import { Tag } from 'antd';
import { useTranslation } from 'react-i18next';

// i18n-keys: notice.level.*

const colors: Readonly<Record<NotificationLevel, string>> = {
  info: 'default',
  warning: 'warning',
  urgent: 'error',
};

/** The level of a notice as a colored tag. */
export function NoticeLevel({ level }: { level: NotificationLevel }) {
  const { t } = useTranslation();
  return <Tag color={colors[level]}>{t(`notice.level.${level}`)}</Tag>;
}
