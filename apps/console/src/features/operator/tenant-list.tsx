import { deleteTenant, type Tenant } from '@parley/contract/tenants';
import { ForeignText, useFormats } from '@parley/ui';
import { Tag } from 'antd';
import type { Column, RowAction } from '../../ui/list/description.ts';
import { operatorKeys } from './operator-self.ts';
import { useOperator } from './operator-session.tsx';
import { useTexts } from './texts.ts';
import { useRowAct } from './use-row-act.ts';

/** The brands of this installation. */
export function useTenantColumns(): readonly Column<Tenant>[] {
  const { t } = useTexts();
  const { number } = useFormats();
  return [
    {
      key: 'name',
      title: t('op.tenants.name'),
      width: 180,
      render: (row) => <ForeignText>{row.name}</ForeignText>,
    },
    {
      key: 'brandName',
      title: t('op.settings.brandName'),
      width: 160,
      render: (row) => <ForeignText>{row.brandName}</ForeignText>,
    },
    {
      key: 'hosts',
      title: t('op.tenants.hosts'),
      width: 240,
      render: (row) => <span className="code">{row.hosts.join(', ')}</span>,
    },
    {
      key: 'enabled',
      title: t('op.tenants.enabled'),
      width: 90,
      render: (row) => (row.enabled ? <Tag color="success">{t('op.yes')}</Tag> : <Tag>{t('op.no')}</Tag>),
    },
    {
      key: 'workspaces',
      title: t('op.tenants.workspaces'),
      align: 'right',
      width: 110,
      className: 'numeric',
      render: (row) => number(row.workspaces),
    },
  ];
}

/** Returns what can be done with a tenant; one with workspaces can't be deleted. */
export function useTenantActions(onChange: (tenant: Tenant) => void) {
  const { t } = useTexts();
  const { client } = useOperator();
  const act = useRowAct(operatorKeys.tenants);
  return (tenant: Tenant): readonly RowAction[] => {
    const { id, name, workspaces } = tenant;
    return [
      {
        key: 'change',
        label: t('op.change'),
        beside: t('op.changeNamed', { name }),
        onAct: () => onChange(tenant),
      },
      {
        key: 'delete',
        label: t('op.delete'),
        danger: true,
        disabled: workspaces > 0,
        reason: t('op.tenants.inUse'),
        confirm: { title: t('op.tenants.deleteTitle') },
        onAct: () => act(() => client.call(deleteTenant, { params: { id } }), t('op.deleted')),
      },
    ];
  };
}
