import type { Certification } from '@parley/contract/identity';
import { Tag } from 'antd';
import { useTranslation } from 'react-i18next';

// i18n-keys: certification.status.*

const colors = { none: 'default', reviewing: 'warning', passed: 'success', rejected: 'error' } as const;

/** The status of a certification as a tag. */
export function CertificationTag({ status }: Pick<Certification, 'status'>) {
  const { t } = useTranslation();
  return <Tag color={colors[status]}>{t(`certification.status.${status}`)}</Tag>;
}
