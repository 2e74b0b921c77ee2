import type { SocialAccount } from '@parley/contract/channels';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { RowAction } from '../../ui/list/description.ts';
import { credentialTexts } from './credential-texts.ts';

/** A dialog about one social account. */
export type AccountTask =
  | 'edit'
  | 'credentials'
  | 'proxy'
  | 'isolation'
  | 'translation'
  | 'embed'
  | 'webhook'
  | 'visitorBudget'
  | 'templates'
  | 'history'
  | 'quarantine'
  | 'delete';

type Does = {
  onEnabled: (account: SocialAccount, enabled: boolean) => Promise<unknown>;
  onGroups: (account: SocialAccount, joinsGroups: boolean) => Promise<unknown>;
  onTask: (task: AccountTask, account: SocialAccount) => void;
};

function toggle(t: TFunction, row: SocialAccount, onEnabled: Does['onEnabled']): RowAction {
  const { name } = row;
  if (!row.enabled) {
    return {
      key: 'enable',
      label: t('socialAccounts.enable'),
      beside: t('socialAccounts.enableNamed', { name }),
      onAct: () => onEnabled(row, true),
    };
  }
  return {
    key: 'disable',
    label: t('socialAccounts.disable'),
    beside: t('socialAccounts.disableNamed', { name }),
    danger: true,
    confirm: { title: t('socialAccounts.disableTitle'), description: t('socialAccounts.disableHint') },
    onAct: () => onEnabled(row, false),
  };
}

/** On platforms that ask for permission, the account joins groups only if the owner allows it. */
function groupsAction(t: TFunction, row: SocialAccount, onGroups: Does['onGroups']): RowAction[] {
  if (row.joinsGroups === null) return [];
  const next = !row.joinsGroups;
  return [
    {
      key: 'groups',
      label: t(next ? 'socialAccounts.joinGroups' : 'socialAccounts.leaveGroups'),
      confirm: {
        title: t(next ? 'socialAccounts.joinGroupsTitle' : 'socialAccounts.leaveGroupsTitle'),
        description: t(next ? 'socialAccounts.joinGroupsHint' : 'socialAccounts.leaveGroupsHint'),
      },
      onAct: () => onGroups(row, next),
    },
  ];
}

/** Returns the actions on a social account: the switch, and the rest. */
export function useAccountActions({ onEnabled, onGroups, onTask }: Does) {
  const { t } = useTranslation();
  return (row: SocialAccount): readonly RowAction[] => {
    const entry = (key: AccountTask, label: string) => ({ key, label, onAct: () => onTask(key, row) });
    const ofWebchat = [
      entry('embed', t('socialAccounts.embed')),
      entry('visitorBudget', t('visitorBudget.title')),
    ];
    return [
      toggle(t, row, onEnabled),
      entry('edit', t('socialAccounts.edit')),
      entry('credentials', credentialTexts(row, t).title),
      entry('proxy', t('socialAccounts.proxy')),
      entry('isolation', t('socialAccounts.isolation')),
      entry('translation', t('translation.title')),
      ...(row.templates ? [entry('templates', t('messageTemplates.title'))] : []),
      ...(row.history === null ? [] : [entry('history', t('historyImport.title'))]),
      ...groupsAction(t, row, onGroups),
      ...(row.embed === null ? [] : ofWebchat),
      ...(row.webhookAddress === null ? [] : [entry('webhook', t('socialAccounts.webhook'))]),
      ...(row.quarantined === 0 ? [] : [entry('quarantine', t('quarantine.title'))]),
      { ...entry('delete', t('socialAccounts.delete')), danger: true, divided: true },
    ];
  };
}
