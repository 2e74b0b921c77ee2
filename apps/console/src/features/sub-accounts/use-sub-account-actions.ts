import type { SubAccount } from '@parley/contract/sub-accounts';
import { useTranslation } from 'react-i18next';
import { paths } from '../../lib/paths.ts';
import type { RowAction } from '../../ui/list/description.ts';

/** An action on one sub-account. */
export type Task =
  | 'edit'
  | 'allocate'
  | 'takeBack'
  | 'password'
  | 'details'
  | 'enable'
  | 'disable'
  | 'delete';

/** Returns the actions on a row. */
export function useSubAccountActions(onTask: (task: Task, row: SubAccount) => void) {
  const { t } = useTranslation();
  return (row: SubAccount): readonly RowAction[] => {
    const of = new URLSearchParams({ subAccountId: row.id });
    const entry = (key: Task, label: string) => ({ key, label, onAct: () => onTask(key, row) });
    const ofDefault = { disabled: row.isDefault, reason: t('subAccounts.defaultHint') };
    const ofUnlimited = { disabled: row.unlimited, reason: t('subAccounts.unlimitedHint') };
    const status: RowAction =
      row.status === 'normal'
        ? { ...entry('disable', t('subAccounts.disable')), ...ofDefault }
        : entry('enable', t('subAccounts.enable'));
    return [
      {
        ...entry('edit', t('subAccounts.edit')),
        beside: t('subAccounts.editNamed', { name: row.accountName }),
      },
      { ...entry('allocate', t('subAccounts.allocate')), ...ofUnlimited },
      { ...entry('takeBack', t('subAccounts.takeBack')), ...ofUnlimited },
      { ...entry('details', t('subAccounts.details')), ...ofDefault },
      { ...entry('password', t('subAccounts.newPassword')), ...ofDefault },
      { key: 'usage', label: t('subAccounts.usage'), to: `${paths.chatUse}?${of}`, divided: true },
      { key: 'sessions', label: t('subAccounts.itsSessions'), to: `${paths.socialAccounts}?${of}` },
      { ...status, divided: true },
      { ...entry('delete', t('subAccounts.delete')), ...ofDefault, danger: true },
    ];
  };
}
