import type { SocialAccount } from '@parley/contract/channels';
import { Button, Popconfirm, Space } from 'antd';
import { useTranslation } from 'react-i18next';
import { MoreMenu } from '../../ui/MoreMenu.tsx';
import { credentialTexts } from './credential-texts.ts';

/** What can be opened about one social account. */
export type AccountTask =
  | 'edit'
  | 'credentials'
  | 'proxy'
  | 'isolation'
  | 'translation'
  | 'embed'
  | 'visitorBudget'
  | 'quarantine'
  | 'delete';

type Properties = {
  row: SocialAccount;
  onEnabled: (account: SocialAccount, enabled: boolean) => Promise<unknown>;
  onTask: (task: AccountTask, account: SocialAccount) => void;
};

/** The switch, and a menu with the rest. */
export function AccountActions({ row, onEnabled, onTask }: Properties) {
  const { t } = useTranslation();
  const { name } = row;
  const entry = (key: AccountTask, label: string) => ({ key, label, onClick: () => onTask(key, row) });
  return (
    <Space size={0}>
      {row.enabled ? (
        <Popconfirm
          title={t('socialAccounts.disableTitle')}
          description={<div className="confirm-text">{t('socialAccounts.disableHint')}</div>}
          okText={t('socialAccounts.disable')}
          okButtonProps={{ danger: true }}
          onConfirm={() => onEnabled(row, false)}
        >
          <Button type="link" size="small" aria-label={t('socialAccounts.disableNamed', { name })}>
            {t('socialAccounts.disable')}
          </Button>
        </Popconfirm>
      ) : (
        <Button
          type="link"
          size="small"
          aria-label={t('socialAccounts.enableNamed', { name })}
          onClick={() => void onEnabled(row, true)}
        >
          {t('socialAccounts.enable')}
        </Button>
      )}
      <MoreMenu
        label={t('socialAccounts.moreNamed', { name })}
        items={[
          entry('edit', t('socialAccounts.edit')),
          entry('credentials', credentialTexts(row, t).title),
          entry('proxy', t('socialAccounts.proxy')),
          entry('isolation', t('socialAccounts.isolation')),
          entry('translation', t('translation.title')),
          ...(row.embed === null
            ? []
            : [entry('embed', t('socialAccounts.embed')), entry('visitorBudget', t('visitorBudget.title'))]),
          ...(row.quarantined === 0 ? [] : [entry('quarantine', t('quarantine.title'))]),
          { ...entry('delete', t('socialAccounts.delete')), danger: true },
        ]}
      />
    </Space>
  );
}
