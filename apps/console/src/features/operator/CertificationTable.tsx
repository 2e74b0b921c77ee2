import { ForeignText, useFormats } from '@parley/ui';
import { Button, type TableColumnsType, Tag } from 'antd';
import { type Paged, PagedTable } from '../../ui/PagedTable.tsx';
import type { SubmittedCertification } from './CertificationDrawer.tsx';
import { useTexts } from './texts.ts';

// i18n-keys: op.certifications.status.*

const colors: Readonly<Record<SubmittedCertification['status'], string>> = {
  none: 'default',
  reviewing: 'warning',
  passed: 'success',
  rejected: 'error',
};

type Row = SubmittedCertification & { id: string };
type Properties = {
  page: Paged<SubmittedCertification>;
  onOpen: (certification: SubmittedCertification) => void;
};

/** The certifications that were submitted. */
export function CertificationTable({ page, onOpen }: Properties) {
  const { t } = useTexts();
  const { dateTime } = useFormats();
  const columns: TableColumnsType<Row> = [
    {
      title: t('op.certifications.company'),
      width: 240,
      render: (_, row) => <ForeignText>{row.form?.enterpriseName ?? ''}</ForeignText>,
    },
    {
      title: t('identity.email'),
      width: 220,
      render: (_, row) => <ForeignText>{row.email}</ForeignText>,
    },
    {
      title: t('op.certifications.state'),
      width: 110,
      render: (_, row) => <Tag color={colors[row.status]}>{t(`op.certifications.status.${row.status}`)}</Tag>,
    },
    {
      title: t('op.certifications.submitted'),
      width: 150,
      className: 'numeric',
      render: (_, row) => (row.submittedAt === null ? '' : dateTime(row.submittedAt)),
    },
    {
      title: t('table.actions'),
      width: 90,
      render: (_, row) => (
        <Button
          type="link"
          size="small"
          aria-label={t('op.openNamed', { name: row.form?.enterpriseName ?? row.email })}
          onClick={() => onOpen(row)}
        >
          {t('op.open')}
        </Button>
      ),
    },
  ];
  const rows = page.rows.map((row) => ({ ...row, id: row.workspaceId }));
  return <PagedTable columns={columns} {...page} rows={rows} />;
}
