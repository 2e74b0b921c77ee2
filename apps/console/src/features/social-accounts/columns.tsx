import './social-accounts.css';
import { platforms } from '@parley/contract/catalogues';
import type { SocialAccount } from '@parley/contract/channels';
import { ForeignText, type Formats, interfaceLanguageOf, ownReasonOf, useFormats } from '@parley/ui';
import { Button, Tag } from 'antd';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../ui/list/description.ts';
import { ConnectionTag } from './ConnectionTag.tsx';
import { isImporting } from './history-state.ts';
import { ProxyTag } from './ProxyTag.tsx';
import { StateReason } from './StateReason.tsx';

type Columns = Column<SocialAccount>[];

/**
 * True when the platform no longer accepts calls for the account; the code may be followed by the platform's message.
 */
const isAuthorizationEnded = (reason: string | null) => /^authorization-ended(?::|$)/.test(reason ?? '');

/** True when the owner must authorize the account again; for a paired one, whenever the platform refuses it. */
const needsAuthorization = ({ pairs, enabled, stateReason }: SocialAccount) =>
  pairs
    ? enabled && (stateReason === null || ownReasonOf(stateReason) === null)
    : isAuthorizationEnded(stateReason);

type StateProperties = { row: SocialAccount; onAuthorize: (account: SocialAccount) => void };

/** The connection state with its reason and time, and the actions required of the owner. */
function State({ row, onAuthorize }: StateProperties) {
  const { t } = useTranslation();
  const formats = useFormats();
  return (
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
      {row.purgeAt === null ? null : (
        <span className="reason">{t('socialAccounts.purgeAt', { at: formats.dateTime(row.purgeAt) })}</span>
      )}
      {isImporting(row.history?.latest) ? (
        <span className="reason quiet">
          {t('historyImport.inRow', { shown: formats.number(row.history?.latest?.messages ?? 0) })}
        </span>
      ) : null}
      {row.history?.latest?.state === 'failed' ? (
        <span className="reason quiet">{t('historyImport.state.failed')}</span>
      ) : null}
      {row.quarantined === 0 ? null : (
        <span className="reason quiet">{t('quarantine.count', { count: row.quarantined })}</span>
      )}
      {row.stateReason === null ? null : (
        <span className="reason quiet">
          <StateReason reason={row.stateReason} cure />
        </span>
      )}
      {row.state === 'refused' && needsAuthorization(row) ? (
        <Button
          className="authorize"
          type="link"
          size="small"
          aria-label={t(row.pairs ? 'accountPairing.againOf' : 'socialAccounts.authorizeAgainOf', {
            name: row.name,
          })}
          onClick={() => onAuthorize(row)}
        >
          {t(row.pairs ? 'accountPairing.again' : 'socialAccounts.authorizeAgain')}
        </Button>
      ) : null}
    </>
  );
}

function naming(t: TFunction, language: string): Columns {
  const names = interfaceLanguageOf(language);
  return [
    {
      key: 'name',
      sort: 'name',
      title: t('socialAccounts.name'),
      width: 115,
      render: (row) => <ForeignText>{row.name}</ForeignText>,
    },
    {
      key: 'platform',
      title: t('socialAccounts.platform'),
      width: 95,
      render: (row) => <Tag>{platforms[row.platform].names[names]}</Tag>,
    },
    {
      key: 'handle',
      title: t('socialAccounts.handle'),
      width: 130,
      render: (row) => <ForeignText className="clip code">{row.handle}</ForeignText>,
    },
    {
      key: 'subAccount',
      title: t('socialAccounts.subAccount'),
      width: 100,
      render: (row) => <ForeignText>{row.subAccountRemark}</ForeignText>,
    },
  ];
}

function state(t: TFunction, formats: Formats, onAuthorize: StateProperties['onAuthorize']): Columns {
  return [
    {
      key: 'state',
      title: t('socialAccounts.stateName'),
      sort: 'stateSince',
      width: 150,
      render: (row) => <State row={row} onAuthorize={onAuthorize} />,
    },
    {
      key: 'lastOnline',
      title: t('socialAccounts.lastOnlineAt'),
      sort: 'lastOnlineAt',
      width: 130,
      className: 'numeric',
      minor: true,
      render: ({ lastOnlineAt }) => (lastOnlineAt === null ? '–' : formats.dateTime(lastOnlineAt)),
    },
    {
      key: 'proxy',
      title: t('socialAccounts.proxy'),
      width: 110,
      render: (row) => <ProxyTag proxy={row.proxy} />,
    },
    {
      key: 'fansToday',
      title: t('socialAccounts.fansToday'),
      align: 'right',
      width: 90,
      className: 'numeric',
      render: (row) => `${formats.number(row.fansToday.new)} / ${formats.number(row.fansToday.repeat)}`,
    },
    {
      key: 'fansTotal',
      title: t('socialAccounts.fansTotal'),
      align: 'right',
      width: 115,
      className: 'numeric',
      render: ({ fansTotal }) =>
        [fansTotal.new, fansTotal.repeat, fansTotal.base].map(formats.number).join(' / '),
    },
  ];
}

/**
 * Columns of social accounts: connection, proxy and fans.
 *
 * @param onAuthorize called when the owner wants to authorize an account again; must be referentially stable
 */
export function useSocialAccountColumns(
  onAuthorize: StateProperties['onAuthorize'],
): readonly Column<SocialAccount>[] {
  const { t, i18n } = useTranslation();
  const formats = useFormats();
  const { language } = i18n;
  return useMemo(
    () => [...naming(t, language), ...state(t, formats, onAuthorize)],
    [t, formats, language, onAuthorize],
  );
}
