import { enableOwner, type OwnerAccount } from '@parley/contract/operator';
import { ForeignText, useFormats } from '@parley/ui';
import { Button, type TableColumnsType, Tag } from 'antd';
import { type Paged, PagedTable } from '../../ui/PagedTable.tsx';
import { operatorKeys } from './operator-self.ts';
import { useOperator } from './operator-session.tsx';
import { RemoveButton } from './RemoveButton.tsx';
import { useTexts } from './texts.ts';

type Properties = {
  page: Paged<OwnerAccount>;
  onDisable: (owner: OwnerAccount) => void;
  onReset: (owner: OwnerAccount) => void;
};

/** Owners with their state. */
export function OwnerTable({ page, onDisable, onReset }: Properties) {
  const { t } = useTexts();
  const { number, dateTime } = useFormats();
  const columns: TableColumnsType<OwnerAccount> = [
    { title: t('op.owners.email'), width: 240, render: (_, row) => <ForeignText>{row.email}</ForeignText> },
    {
      title: t('op.owners.accountId'),
      width: 140,
      render: (_, { accountId }) => <span className="code">{accountId}</span>,
    },
    { title: t('op.owners.registered'), width: 160, render: (_, row) => dateTime(row.registeredAt) },
    {
      title: t('op.owners.lastActive'),
      width: 160,
      render: (_, row) => (row.lastActiveAt === null ? '–' : dateTime(row.lastActiveAt)),
    },
    {
      title: t('op.owners.subAccounts'),
      align: 'right',
      width: 110,
      className: 'numeric',
      render: (_, row) => number(row.subAccounts),
    },
    {
      title: t('op.owners.state'),
      width: 220,
      render: (_, { disabled }) =>
        disabled === null ? (
          <Tag color="success">{t('op.owners.enabled')}</Tag>
        ) : (
          <>
            <Tag color="error">{t('op.owners.disabled')}</Tag> <ForeignText>{disabled.reason}</ForeignText>
          </>
        ),
    },
    {
      title: t('op.owners.twoFactor'),
      width: 200,
      render: (_, row) =>
        row.twoFactor ? (
          <>
            <Tag>{t('op.owners.twoFactorOn')}</Tag>
            <Button
              type="link"
              size="small"
              aria-label={t('op.owners.resetTwoFactorNamed', { name: row.email })}
              onClick={() => onReset(row)}
            >
              {t('op.owners.resetTwoFactor')}
            </Button>
          </>
        ) : (
          '–'
        ),
    },
    {
      title: t('table.actions'),
      width: 120,
      render: (_, row) =>
        row.disabled === null ? (
          <Button
            type="link"
            size="small"
            danger
            aria-label={t('op.owners.disableNamed', { name: row.email })}
            onClick={() => onDisable(row)}
          >
            {t('op.owners.disable')}
          </Button>
        ) : (
          <Enable owner={row} />
        ),
    },
  ];
  return <PagedTable columns={columns} {...page} />;
}

function Enable({ owner: { id, email } }: { owner: OwnerAccount }) {
  const { t } = useTexts();
  const { client } = useOperator();
  return (
    <RemoveButton
      label={t('op.owners.enable')}
      fullLabel={t('op.owners.enableNamed', { name: email })}
      question={t('op.owners.enableTitle')}
      done={t('op.saved')}
      remove={() => client.call(enableOwner, { params: { userId: id } })}
      refresh={operatorKeys.owners}
    />
  );
}
