import { ForeignText, useFormats } from '@parley/ui';
import { Tag } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Column, RowAction } from '../../ui/list/description.ts';
import { useInZone } from '../../ui/use-in-zone.ts';
import type { SubmittedCertification } from './CertificationReview.tsx';

// i18n-keys: certification.review.status.*

const colors: Readonly<Record<SubmittedCertification['status'], string>> = {
  none: 'default',
  reviewing: 'warning',
  passed: 'success',
  rejected: 'error',
};

/** Returns the company of a certification, or the e-mail address that submitted it. */
export const submitterOf = ({ form, email }: SubmittedCertification) => form?.enterpriseName ?? email;

/** Columns of the submitted certifications. */
export function useCertificationColumns(): readonly Column<SubmittedCertification>[] {
  const { t } = useTranslation();
  const { dateTime } = useFormats();
  const inZone = useInZone();
  return [
    {
      key: 'company',
      sort: 'enterpriseName',
      title: t('certification.review.company'),
      width: 240,
      render: (row) => <ForeignText>{row.form?.enterpriseName ?? ''}</ForeignText>,
    },
    {
      key: 'email',
      sort: 'email',
      title: t('identity.email'),
      width: 220,
      render: (row) => <ForeignText>{row.email}</ForeignText>,
    },
    {
      key: 'state',
      title: t('certification.review.state'),
      width: 110,
      render: ({ status }) => <Tag color={colors[status]}>{t(`certification.review.status.${status}`)}</Tag>,
    },
    {
      key: 'submitted',
      sort: 'submittedAt',
      title: inZone(t('certification.review.submitted')),
      width: 150,
      className: 'numeric',
      render: (row) => (row.submittedAt === null ? '' : dateTime(row.submittedAt)),
    },
  ];
}

/** Returns the actions on a certification: opening it. */
export function useCertificationActions(onOpen: (certification: SubmittedCertification) => void) {
  const { t } = useTranslation();
  return (row: SubmittedCertification): readonly RowAction[] => [
    {
      key: 'open',
      label: t('operator.open'),
      beside: t('operator.openNamed', { name: submitterOf(row) }),
      onAct: () => onOpen(row),
    },
  ];
}
