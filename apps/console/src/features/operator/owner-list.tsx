import { enableOwner, type OwnerAccount } from '@parley/contract/operator';
import { ForeignText, useFormats } from '@parley/ui';
import { Tag } from 'antd';
import type { Column, RowAction } from '../../ui/list/description.ts';
import { operatorKeys } from './operator-self.ts';
import { useOperator } from './operator-session.tsx';
import { useTexts } from './texts.ts';
import { useRowAct } from './use-row-act.ts';

type OwnerColumns = readonly Column<OwnerAccount>[];

function useAccountColumns(): OwnerColumns {
  const { t } = useTexts();
  const { number, dateTime } = useFormats();
  return [
    {
      key: 'email',
      title: t('op.owners.email'),
      width: 240,
      render: (row) => <ForeignText>{row.email}</ForeignText>,
    },
    {
      key: 'accountId',
      title: t('op.owners.accountId'),
      width: 140,
      render: ({ accountId }) => <span className="code">{accountId}</span>,
    },
    {
      key: 'registered',
      title: t('op.owners.registered'),
      width: 160,
      render: (row) => dateTime(row.registeredAt),
    },
    {
      key: 'lastActive',
      title: t('op.owners.lastActive'),
      width: 160,
      render: (row) => (row.lastActiveAt === null ? '–' : dateTime(row.lastActiveAt)),
    },
    {
      key: 'subAccounts',
      title: t('op.owners.subAccounts'),
      align: 'right',
      width: 110,
      className: 'numeric',
      render: (row) => number(row.subAccounts),
    },
  ];
}

/** Owners with their state. */
export function useOwnerColumns(): OwnerColumns {
  const { t } = useTexts();
  return [
    ...useAccountColumns(),
    {
      key: 'state',
      title: t('op.owners.state'),
      width: 220,
      render: ({ disabled }) =>
        disabled === null ? (
          <Tag color="success">{t('op.owners.enabled')}</Tag>
        ) : (
          <>
            <Tag color="error">{t('op.owners.disabled')}</Tag> <ForeignText>{disabled.reason}</ForeignText>
          </>
        ),
    },
    {
      key: 'twoFactor',
      title: t('op.owners.twoFactor'),
      width: 120,
      render: (row) => (row.twoFactor ? <Tag>{t('op.owners.twoFactorOn')}</Tag> : '–'),
    },
  ];
}

type Does = { onDisable: (owner: OwnerAccount) => void; onReset: (owner: OwnerAccount) => void };

/** Returns what can be done with an owner. */
export function useOwnerActions({ onDisable, onReset }: Does) {
  const { t } = useTexts();
  const { client } = useOperator();
  const act = useRowAct(operatorKeys.owners);
  return (owner: OwnerAccount): readonly RowAction[] => {
    const { id, email: name } = owner;
    const toggle: RowAction =
      owner.disabled === null
        ? {
            key: 'disable',
            label: t('op.owners.disable'),
            beside: t('op.owners.disableNamed', { name }),
            danger: true,
            onAct: () => onDisable(owner),
          }
        : {
            key: 'enable',
            label: t('op.owners.enable'),
            beside: t('op.owners.enableNamed', { name }),
            confirm: { title: t('op.owners.enableTitle') },
            onAct: () => act(() => client.call(enableOwner, { params: { userId: id } }), t('op.saved')),
          };
    const reset = { key: 'reset', label: t('op.owners.resetTwoFactor'), onAct: () => onReset(owner) };
    return owner.twoFactor ? [toggle, reset] : [toggle];
  };
}
