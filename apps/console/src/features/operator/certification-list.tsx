import { ForeignText, useFormats } from '@parley/ui';
import { Tag } from 'antd';
import type { Column, RowAction } from '../../ui/list/description.ts';
import type { SubmittedCertification } from './CertificationDrawer.tsx';
import { useTexts } from './texts.ts';

// i18n-keys: op.certifications.status.*

const colors: Readonly<Record<SubmittedCertification['status'], string>> = {
  none: 'default',
  reviewing: 'warning',
  passed: 'success',
  rejected: 'error',
};

/** Returns a certification's company, or the address that submitted it. */
export const submitterOf = ({ form, email }: SubmittedCertification) => form?.enterpriseName ?? email;

/** The certifications that were submitted. */
export function useCertificationColumns(): readonly Column<SubmittedCertification>[] {
  const { t } = useTexts();
  const { dateTime } = useFormats();
  return [
    {
      key: 'company',
      title: t('op.certifications.company'),
      width: 240,
      render: (row) => <ForeignText>{row.form?.enterpriseName ?? ''}</ForeignText>,
    },
    {
      key: 'email',
      title: t('identity.email'),
      width: 220,
      render: (row) => <ForeignText>{row.email}</ForeignText>,
    },
    {
      key: 'state',
      title: t('op.certifications.state'),
      width: 110,
      render: ({ status }) => <Tag color={colors[status]}>{t(`op.certifications.status.${status}`)}</Tag>,
    },
    {
      key: 'submitted',
      title: t('op.certifications.submitted'),
      width: 150,
      className: 'numeric',
      render: (row) => (row.submittedAt === null ? '' : dateTime(row.submittedAt)),
    },
  ];
}

/** Returns what can be done with a certification: it is opened. */
export function useCertificationActions(onOpen: (certification: SubmittedCertification) => void) {
  const { t } = useTexts();
  return (row: SubmittedCertification): readonly RowAction[] => [
    {
      key: 'open',
      label: t('op.open'),
      beside: t('op.openNamed', { name: submitterOf(row) }),
      onAct: () => onOpen(row),
    },
  ];
}
