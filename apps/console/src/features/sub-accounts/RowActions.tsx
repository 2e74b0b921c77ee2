import type { SubAccount } from '@parley/contract/sub-accounts';
import { Button, type MenuProps, Space } from 'antd';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { MoreMenu } from '../../ui/MoreMenu.tsx';

/** What can be done with one sub-account. */
export type Task =
  | 'edit'
  | 'allocate'
  | 'takeBack'
  | 'password'
  | 'details'
  | 'enable'
  | 'disable'
  | 'delete';

type Properties = {
  row: SubAccount;
  onTask: (task: Task, row: SubAccount) => void;
};

function entries(
  row: SubAccount,
  t: TFunction,
  onTask: Properties['onTask'],
): NonNullable<MenuProps['items']> {
  const of = new URLSearchParams({ subAccountId: row.id });
  const entry = (key: Task, label: string, more: { disabled?: boolean; danger?: boolean } = {}) => ({
    ...{ key, label, ...more },
    onClick: () => onTask(key, row),
  });
  const status =
    row.status === 'normal'
      ? entry('disable', t('subAccounts.disable'), { disabled: row.isDefault })
      : entry('enable', t('subAccounts.enable'));
  return [
    entry('takeBack', t('subAccounts.takeBack'), { disabled: row.unlimited }),
    entry('details', t('subAccounts.details'), { disabled: row.isDefault }),
    entry('password', t('subAccounts.newPassword'), { disabled: row.isDefault }),
    { type: 'divider' },
    { key: 'usage', label: <Link to={`${paths.chatUse}?${of}`}>{t('subAccounts.usage')}</Link> },
    {
      key: 'sessions',
      label: <Link to={`${paths.socialAccounts}?${of}`}>{t('subAccounts.itsSessions')}</Link>,
    },
    { type: 'divider' },
    status,
    entry('delete', t('subAccounts.delete'), { disabled: row.isDefault, danger: true }),
    ...(row.isDefault
      ? [
          {
            key: 'why',
            disabled: true,
            label: <span className="why-not">{t('subAccounts.defaultHint')}</span>,
          },
        ]
      : []),
  ];
}

/** The two things that are done every day, and a menu with the rest. */
export function RowActions({ row, onTask }: Properties) {
  const { t } = useTranslation();
  const name = row.accountName;
  return (
    <Space size={0}>
      <Button
        type="link"
        size="small"
        aria-label={t('subAccounts.editNamed', { name })}
        onClick={() => onTask('edit', row)}
      >
        {t('subAccounts.edit')}
      </Button>
      <Button
        type="link"
        size="small"
        disabled={row.unlimited}
        title={row.unlimited ? t('subAccounts.unlimitedHint') : undefined}
        aria-label={t('subAccounts.allocateTo', { name })}
        onClick={() => onTask('allocate', row)}
      >
        {t('subAccounts.allocate')}
      </Button>
      <MoreMenu label={t('subAccounts.moreNamed', { name })} items={entries(row, t, onTask)} />
    </Space>
  );
}
