import './social-accounts.css';
import type { DeskSocialAccount } from '@parley/contract/channels';
import { printableLine } from '@parley/ui';
import { Form, Switch } from 'antd';
import { useTranslation } from 'react-i18next';
import { usePlatformName } from './AccountList.tsx';
import { useMuting } from './account-queries.ts';

function AlertSwitch({ account }: { account: DeskSocialAccount }) {
  const platformName = usePlatformName();
  const { toggle, isPending } = useMuting(account);
  const name = printableLine(account.name);
  return (
    <li className="desk-account-alert">
      <span className="desk-cut">
        <bdi>{name}</bdi> <small>{platformName(account.platform)}</small>
      </span>
      <Switch aria-label={name} checked={!account.muted} loading={isPending} onChange={toggle} />
    </li>
  );
}

/** Lists the accounts, each with a switch for its alerts; where the pane doesn't fit, this is the only place for it. */
export function AccountAlerts({ accounts }: { accounts: readonly DeskSocialAccount[] }) {
  const { t } = useTranslation();
  if (accounts.length === 0) return null;
  return (
    <Form.Item label={t('account.alerts')} extra={t('account.alertsHint')}>
      <ul className="desk-account-alerts">
        {accounts.map((account) => (
          <AlertSwitch key={account.id} account={account} />
        ))}
      </ul>
    </Form.Item>
  );
}
