import { deleteTenant, type Tenant } from '@parley/contract/tenants';
import { ForeignText, useFormats } from '@parley/ui';
import { Tag } from 'antd';
import { useTranslation } from 'react-i18next';
import { operatorKeys } from '../../entities/operator/operator-self.ts';
import { useOperator } from '../../entities/operator/operator-session.tsx';
import { useRowAct } from '../../entities/operator/use-row-act.ts';
import type { Column, RowAction } from '../../ui/list/description.ts';

/** Columns of the installation's tenants. */
export function useTenantColumns(): readonly Column<Tenant>[] {
  const { t } = useTranslation();
  const { number } = useFormats();
  return [
    {
      key: 'name',
      sort: 'name',
      title: t('tenants.name'),
      width: 180,
      render: (row) => <ForeignText>{row.name}</ForeignText>,
    },
    {
      key: 'brandName',
      sort: 'brandName',
      title: t('operator.brandName'),
      width: 160,
      render: (row) => <ForeignText>{row.brandName}</ForeignText>,
    },
    {
      key: 'hosts',
      title: t('tenants.hosts'),
      width: 240,
      render: (row) => <span className="code">{row.hosts.join(', ')}</span>,
    },
    {
      key: 'enabled',
      title: t('tenants.enabled'),
      width: 90,
      render: (row) =>
        row.enabled ? <Tag color="success">{t('operator.yes')}</Tag> : <Tag>{t('operator.no')}</Tag>,
    },
    {
      key: 'workspaces',
      sort: 'workspaces',
      title: t('tenants.workspaces'),
      align: 'right',
      width: 110,
      className: 'numeric',
      render: (row) => number(row.workspaces),
    },
  ];
}

/** Returns the actions on a tenant; one with workspaces can't be deleted. */
export function useTenantActions(onChange: (tenant: Tenant) => void) {
  const { t } = useTranslation();
  const { client } = useOperator();
  const act = useRowAct(operatorKeys.tenants);
  return (tenant: Tenant): readonly RowAction[] => {
    const { id, name, workspaces } = tenant;
    return [
      {
        key: 'change',
        label: t('operator.change'),
        beside: t('operator.changeNamed', { name }),
        onAct: () => onChange(tenant),
      },
      {
        key: 'delete',
        label: t('operator.delete'),
        danger: true,
        disabled: workspaces > 0,
        reason: t('tenants.inUse'),
        confirm: { title: t('tenants.deleteTitle') },
        onAct: () => act(() => client.call(deleteTenant, { params: { id } }), t('operator.deleted')),
      },
    ];
  };
}
