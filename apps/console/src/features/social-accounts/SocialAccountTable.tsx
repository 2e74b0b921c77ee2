import './social-accounts.css';
import { platforms } from '@parley/contract/catalogues';
import type { SocialAccount } from '@parley/contract/channels';
import { ForeignText, type Formats, interfaceLanguageOf, useFormats } from '@parley/ui';
import { type TableColumnsType, Tag } from 'antd';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNarrow } from '../../lib/use-narrow.ts';
import { type Paged, PagedTable } from '../../ui/PagedTable.tsx';
import { AccountActions, type AccountTask } from './AccountActions.tsx';
import { ConnectionTag } from './ConnectionTag.tsx';
import { ProxyTag } from './ProxyTag.tsx';
import { StateReason } from './StateReason.tsx';

type Properties = {
  page: Paged<SocialAccount>;
  /** The same function at each render. */
  onEnabled: (account: SocialAccount, enabled: boolean) => Promise<unknown>;
  onTask: (task: AccountTask, account: SocialAccount) => void;
};

type Columns = TableColumnsType<SocialAccount>;

function naming(t: TFunction, language: string): Columns {
  const names = interfaceLanguageOf(language);
  return [
    {
      title: t('socialAccounts.platform'),
      width: 95,
      render: (_, row) => <Tag>{platforms[row.platform].names[names]}</Tag>,
    },
    {
      title: t('socialAccounts.name'),
      width: 115,
      render: (_, row) => <ForeignText>{row.name}</ForeignText>,
    },
    {
      title: t('socialAccounts.handle'),
      width: 130,
      render: (_, row) => <ForeignText className="clip code">{row.handle}</ForeignText>,
    },
    {
      title: t('socialAccounts.subAccount'),
      width: 100,
      render: (_, row) => <ForeignText>{row.subAccountRemark}</ForeignText>,
    },
  ];
}

function state(t: TFunction, formats: Formats): Columns {
  return [
    {
      title: t('socialAccounts.stateName'),
      width: 150,
      render: (_, row) => (
        <>
          <ConnectionTag account={row} />{' '}
          {row.inactive && row.state !== 'online' ? (
            <Tag className="inactive">{t('socialAccounts.state.inactive')}</Tag>
          ) : null}
          {row.inactive && row.lastOnlineAt !== null && row.state !== 'online' ? (
            <span className="reason quiet">
              {t('socialAccounts.lastOnline', { at: formats.dateTime(row.lastOnlineAt) })}
            </span>
          ) : null}
          {row.quarantined === 0 ? null : (
            <span className="reason quiet">{t('quarantine.count', { count: row.quarantined })}</span>
          )}
          {row.stateReason === null ? null : (
            <span className="reason quiet">
              <StateReason reason={row.stateReason} cure />
            </span>
          )}
        </>
      ),
    },
    {
      title: t('socialAccounts.proxy'),
      width: 110,
      render: (_, row) => <ProxyTag proxy={row.proxy} />,
    },
    {
      title: t('socialAccounts.fansToday'),
      align: 'right',
      width: 90,
      className: 'numeric',
      render: (_, row) => `${formats.number(row.fansToday.new)} / ${formats.number(row.fansToday.repeat)}`,
    },
    {
      title: t('socialAccounts.fansTotal'),
      align: 'right',
      width: 115,
      className: 'numeric',
      render: (_, { fansTotal }) =>
        [fansTotal.new, fansTotal.repeat, fansTotal.base].map(formats.number).join(' / '),
    },
  ];
}

/** The workspace's social accounts: connected or why not, through which proxy, and the fans that they bring. */
export function SocialAccountTable({ page, onEnabled, onTask }: Properties) {
  const { t, i18n } = useTranslation();
  const formats = useFormats();
  // It stays in sight while the others scroll; a phone has no room for that.
  const pinned = !useNarrow();
  const columns = useMemo((): Columns => {
    const actions: Columns[number] = {
      title: t('table.actions'),
      key: 'actions',
      width: 150,
      ...(pinned ? { fixed: 'end' } : {}),
      render: (_, row) => <AccountActions {...{ row, onEnabled, onTask }} />,
    };
    return [...naming(t, i18n.language), ...state(t, formats), actions];
  }, [t, i18n.language, formats, onEnabled, onTask, pinned]);
  return <PagedTable columns={columns} {...page} />;
}
