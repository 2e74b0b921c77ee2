// i18n-keys: account.state.*
import './social-accounts.css';
import { InboxOutlined, MutedOutlined } from '@ant-design/icons';
import { platforms } from '@parley/contract/catalogues';
import type { DeskSocialAccount } from '@parley/contract/channels';
import { EmptyState, interfaceLanguageOf, printableLine } from '@parley/ui';
import { Badge, Select } from 'antd';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { AccountState } from './AccountState.tsx';
import { MuteButton } from './MuteButton.tsx';
import { useOwnReason } from './state-reason.ts';

type Properties = {
  accounts: readonly DeskSocialAccount[];
  /** Null selects all. */
  selected: string | null;
  onSelect: (id: string | null) => void;
};

export function usePlatformName(): (platform: DeskSocialAccount['platform']) => string {
  const { i18n } = useTranslation();
  const language = interfaceLanguageOf(i18n.language);
  return (platform) => platforms[platform].names[language];
}

function unreadIn(accounts: readonly DeskSocialAccount[]): number {
  return accounts.reduce((sum, account) => sum + account.unread, 0);
}

function AccountButton({
  account,
  selected,
  onSelect,
}: {
  account: DeskSocialAccount;
  selected: boolean;
  onSelect: () => void;
}) {
  const { t } = useTranslation();
  const platformName = usePlatformName();
  const trouble = account.state === 'online' ? null : account.stateReason;
  const own = useOwnReason()(trouble);
  return (
    <button type="button" className="desk-account" aria-current={selected} onClick={onSelect}>
      <AccountState account={account} />
      <span className="desk-account-names">
        <span className="desk-cut">
          <bdi>{printableLine(account.name)}</bdi>
        </span>
        <small className="desk-cut">
          {platformName(account.platform)} · <bdi>{printableLine(account.handle, 60)}</bdi>
        </small>
        {account.guest ? <small className="desk-cut">{t('account.guest')}</small> : null}
        {account.state === 'online' ? null : (
          <small
            className="desk-account-trouble"
            data-state={account.state}
            title={own ?? trouble ?? undefined}
          >
            {own ?? t(`account.state.${account.state}`)}
            {own !== null || trouble === null ? null : <bdi>{`: ${printableLine(trouble, 120)}`}</bdi>}
          </small>
        )}
      </span>
      <Badge
        count={account.unread}
        color="var(--ant-color-primary)"
        overflowCount={99}
        title={t('account.unread', { count: account.unread })}
      />
    </button>
  );
}

const AccountItem = memo(function AccountItem({
  account,
  selected,
  onSelect,
}: {
  account: DeskSocialAccount;
  selected: boolean;
  onSelect: (id: string) => void;
}) {
  return (
    <li className="desk-account-row" data-muted={account.muted}>
      <AccountButton account={account} selected={selected} onSelect={() => onSelect(account.id)} />
      {account.guest ? null : <MuteButton account={account} />}
    </li>
  );
});

/** The sub-account's social accounts with their states and unread counts, below an entry for all. */
export function AccountList({ accounts, selected, onSelect }: Properties) {
  const { t } = useTranslation();
  const unread = unreadIn(accounts);
  if (accounts.length === 0) {
    return <EmptyState title={t('account.none')} hint={t('account.noneHint')} />;
  }
  return (
    <ul className="desk-accounts">
      <li>
        <button
          type="button"
          className="desk-account"
          aria-current={selected === null}
          onClick={() => onSelect(null)}
        >
          <InboxOutlined aria-hidden />
          <span className="desk-account-names">{t('account.all')}</span>
          <Badge
            count={unread}
            color="var(--ant-color-primary)"
            overflowCount={99}
            title={t('account.unread', { count: unread })}
          />
        </button>
      </li>
      {accounts.map((account) => (
        <AccountItem
          key={account.id}
          account={account}
          selected={account.id === selected}
          onSelect={onSelect}
        />
      ))}
    </ul>
  );
}

/** Offers the same choice where the list doesn't fit. */
export const AccountSelect = memo(function AccountSelect({ accounts, selected, onSelect }: Properties) {
  const { t } = useTranslation();
  const platformName = usePlatformName();
  return (
    <Select
      className="desk-account-select"
      aria-label={t('account.choose')}
      value={selected ?? ''}
      onChange={(value) => onSelect(value === '' ? null : value)}
      options={[
        { value: '', label: t('account.all') },
        ...accounts.map((account) => ({
          value: account.id,
          label: (
            <span className="desk-account-option">
              <AccountState account={account} />
              <bdi className="desk-cut">{printableLine(account.name)}</bdi>
              <small>{platformName(account.platform)}</small>
              {account.muted ? <MutedOutlined aria-label={t('account.muted')} /> : null}
            </span>
          ),
        })),
      ]}
    />
  );
});
