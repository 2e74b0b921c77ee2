import { deleteTenant, type Tenant } from '@parley/contract/tenants';
import { ForeignText, useFormats } from '@parley/ui';
import { type TableColumnsType, Tag } from 'antd';
import { type Paged, PagedTable } from '../../ui/PagedTable.tsx';
import { OperatorRowActions } from './OperatorRowActions.tsx';
import { operatorKeys } from './operator-self.ts';
import { useOperator } from './operator-session.tsx';
import { RemoveButton } from './RemoveButton.tsx';
import { useTexts } from './texts.ts';

type Properties = { page: Paged<Tenant>; onChange: (tenant: Tenant) => void };

/** The brands of this installation. */
export function TenantTable({ page, onChange }: Properties) {
  const { t } = useTexts();
  const { number } = useFormats();
  const columns: TableColumnsType<Tenant> = [
    { title: t('op.tenants.name'), width: 180, render: (_, row) => <ForeignText>{row.name}</ForeignText> },
    {
      title: t('op.settings.brandName'),
      width: 160,
      render: (_, row) => <ForeignText>{row.brandName}</ForeignText>,
    },
    {
      title: t('op.tenants.hosts'),
      width: 240,
      render: (_, row) => <span className="code">{row.hosts.join(', ')}</span>,
    },
    {
      title: t('op.tenants.enabled'),
      width: 90,
      render: (_, row) => (row.enabled ? <Tag color="success">{t('op.yes')}</Tag> : <Tag>{t('op.no')}</Tag>),
    },
    {
      title: t('op.tenants.workspaces'),
      align: 'right',
      width: 110,
      className: 'numeric',
      render: (_, row) => number(row.workspaces),
    },
    {
      title: t('table.actions'),
      width: 150,
      render: (_, row) => (
        <OperatorRowActions name={row.name} onChange={() => onChange(row)}>
          <Delete tenant={row} />
        </OperatorRowActions>
      ),
    },
  ];
  return <PagedTable columns={columns} {...page} />;
}

function Delete({ tenant: { id, name, workspaces } }: { tenant: Tenant }) {
  const { t } = useTexts();
  const { client } = useOperator();
  return (
    <RemoveButton
      label={t('op.delete')}
      fullLabel={t('op.deleteNamed', { name })}
      question={t('op.tenants.deleteTitle')}
      done={t('op.deleted')}
      obstacle={workspaces > 0 ? t('op.tenants.inUse') : undefined}
      remove={() => client.call(deleteTenant, { params: { id } })}
      refresh={operatorKeys.tenants}
    />
  );
}
