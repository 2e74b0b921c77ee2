import { enableOwner, type OwnerAccount } from '@parley/contract/operator';
import { ForeignText, useFormats } from '@parley/ui';
import { Tag } from 'antd';
import { useTranslation } from 'react-i18next';
import { operatorKeys } from '../../entities/operator/operator-self.ts';
import { useOperator } from '../../entities/operator/operator-session.tsx';
import { useRowAct } from '../../entities/operator/use-row-act.ts';
import type { Column, RowAction } from '../../ui/list/description.ts';
import { useInZone } from '../../ui/use-in-zone.ts';

type OwnerColumns = readonly Column<OwnerAccount>[];

function useAccountColumns(): OwnerColumns {
  const { t } = useTranslation();
  const { number, dateTime } = useFormats();
  const inZone = useInZone();
  return [
    {
      key: 'email',
      sort: 'email',
      title: t('owners.email'),
      width: 240,
      render: (row) => <ForeignText>{row.email}</ForeignText>,
    },
    {
      key: 'accountId',
      title: t('owners.accountId'),
      width: 140,
      render: ({ accountId }) => <span className="code">{accountId}</span>,
    },
    {
      key: 'registered',
      sort: 'registeredAt',
      title: inZone(t('owners.registered')),
      width: 160,
      render: (row) => dateTime(row.registeredAt),
    },
    {
      key: 'lastActive',
      sort: 'lastActiveAt',
      title: inZone(t('owners.lastActive')),
      width: 160,
      render: (row) => (row.lastActiveAt === null ? '–' : dateTime(row.lastActiveAt)),
    },
    {
      key: 'subAccounts',
      sort: 'subAccounts',
      title: t('owners.subAccounts'),
      align: 'right',
      width: 110,
      className: 'numeric',
      render: (row) => number(row.subAccounts),
    },
  ];
}

/** Columns of the owners, with their state. */
export function useOwnerColumns(): OwnerColumns {
  const { t } = useTranslation();
  return [
    ...useAccountColumns(),
    {
      key: 'state',
      title: t('owners.state'),
      width: 220,
      render: ({ disabled }) =>
        disabled === null ? (
          <Tag color="success">{t('owners.enabled')}</Tag>
        ) : (
          <>
            <Tag color="error">{t('owners.disabled')}</Tag> <ForeignText>{disabled.reason}</ForeignText>
          </>
        ),
    },
    {
      key: 'twoFactor',
      title: t('owners.twoFactor'),
      width: 120,
      render: (row) => (row.twoFactor ? <Tag>{t('owners.twoFactorOn')}</Tag> : '–'),
    },
  ];
}

type Does = { onDisable: (owner: OwnerAccount) => void; onReset: (owner: OwnerAccount) => void };

/** Returns the actions on an owner. */
export function useOwnerActions({ onDisable, onReset }: Does) {
  const { t } = useTranslation();
  const { client } = useOperator();
  const act = useRowAct(operatorKeys.owners);
  return (owner: OwnerAccount): readonly RowAction[] => {
    const { id, email: name } = owner;
    const toggle: RowAction =
      owner.disabled === null
        ? {
            key: 'disable',
            label: t('owners.disable'),
            beside: t('owners.disableNamed', { name }),
            danger: true,
            onAct: () => onDisable(owner),
          }
        : {
            key: 'enable',
            label: t('owners.enable'),
            beside: t('owners.enableNamed', { name }),
            confirm: { title: t('owners.enableTitle') },
            onAct: () => act(() => client.call(enableOwner, { params: { userId: id } }), t('operator.saved')),
          };
    const reset = { key: 'reset', label: t('owners.resetTwoFactor'), onAct: () => onReset(owner) };
    return owner.twoFactor ? [toggle, reset] : [toggle];
  };
}
