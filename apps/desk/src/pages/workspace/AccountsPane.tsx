import { ErrorPanel } from '@parley/ui';
import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { AccountList } from '../../features/social-accounts/AccountList.tsx';
import { socialAccountsQuery } from '../../features/social-accounts/account-queries.ts';
import { useDesk } from '../../lib/desk-context.tsx';

type Properties = { selected: string | null; onSelect: (id: string | null) => void };

/** Shows the pane of social accounts if the screen is wide enough. */
export const AccountsPane = memo(function AccountsPane({ selected, onSelect }: Properties) {
  const { t } = useTranslation();
  const { client } = useDesk();
  const accounts = useQuery(socialAccountsQuery(client));
  return (
    <nav className="desk-pane-accounts" aria-label={t('account.list')}>
      {accounts.isPending ? (
        <div className="desk-placeholders" role="status" aria-label={t('loading')}>
          <Skeleton active title={false} paragraph={{ rows: 4 }} />
        </div>
      ) : accounts.data === undefined ? (
        <ErrorPanel problem={accounts.error} onRetry={() => void accounts.refetch()} />
      ) : (
        <AccountList accounts={accounts.data} selected={selected} onSelect={onSelect} />
      )}
    </nav>
  );
});
