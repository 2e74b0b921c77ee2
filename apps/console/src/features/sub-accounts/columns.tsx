/** The columns of the sub-accounts: identity, permissions, resources and usage. */
import './sub-accounts.css';
import { type PlatformId, platforms } from '@parley/contract/catalogues';
import type { SubAccount } from '@parley/contract/sub-accounts';
import { ForeignText, type Formats, interfaceLanguageOf, useFormats } from '@parley/ui';
import { Badge, Tag } from 'antd';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../ui/list/description.ts';

// i18n-keys: subAccounts.portModes.*

type SubAccountColumn = Column<SubAccount>;

/** The number of platforms named in a cell before the rest is only counted. */
const fewPlatforms = 2;

function platformNames(t: TFunction, language: string, permitted: readonly PlatformId[] | null) {
  if (permitted === null) return t('subAccounts.everyPlatform');
  const names = permitted.map((one) => platforms[one].names[interfaceLanguageOf(language)]);
  const more = names.length - fewPlatforms;
  return (
    <span className="one-line" title={names.join(', ')}>
      {names.slice(0, fewPlatforms).join(', ')}
      {more > 0 ? <span className="quiet"> {t('subAccounts.morePlatforms', { count: more })}</span> : null}
    </span>
  );
}

function identity(t: TFunction, language: string): SubAccountColumn[] {
  return [
    {
      key: 'accountName',
      sort: 'accountName',
      title: t('subAccounts.accountName'),
      width: 140,
      render: (row) => (
        <>
          <span className="code">{row.accountName}</span>
          {row.isDefault ? <Tag className="after-name">{t('subAccounts.default')}</Tag> : null}
        </>
      ),
    },
    {
      key: 'remark',
      sort: 'remark',
      title: t('subAccounts.remark'),
      width: 100,
      render: (row) => <ForeignText className="clip">{row.remark}</ForeignText>,
    },
    {
      key: 'status',
      title: t('subAccounts.status'),
      width: 85,
      render: (row) =>
        row.status === 'normal' ? (
          <Tag color="success">{t('subAccounts.statuses.normal')}</Tag>
        ) : (
          <Tag>{t('subAccounts.statuses.disabled')}</Tag>
        ),
    },
    {
      key: 'platforms',
      minor: true,
      title: t('subAccounts.platforms'),
      width: 140,
      render: (row) => platformNames(t, language, row.platforms),
    },
  ];
}

const figure = { align: 'right', className: 'numeric' } as const;

function work(t: TFunction, { number }: Formats): SubAccountColumn[] {
  return [
    {
      ...figure,
      key: 'sessions',
      title: t('subAccounts.sessionsOnline'),
      width: 90,
      render: (row) => `${number(row.socialAccounts.online)} / ${number(row.socialAccounts.total)}`,
    },
    {
      key: 'ports',
      sort: 'portLimit',
      title: t('subAccounts.ports'),
      width: 110,
      className: 'numeric one-line',
      render: (row) => (
        <>
          {number(row.portsTaken)} / {number(row.portLimit)}{' '}
          <span className="quiet">{t(`subAccounts.portModes.${row.portMode}`)}</span>
        </>
      ),
    },
    {
      key: 'desk',
      title: t('subAccounts.desk'),
      width: 85,
      render: (row) => (
        <Badge
          status={row.deskOnline ? 'success' : 'default'}
          text={t(row.deskOnline ? 'subAccounts.deskOnline' : 'subAccounts.deskOffline')}
        />
      ),
    },
  ];
}

function characters(t: TFunction, { number }: Formats): SubAccountColumn[] {
  return [
    {
      ...figure,
      key: 'remaining',
      title: t('subAccounts.remaining'),
      width: 100,
      render: (row) => (row.unlimited ? t('subAccounts.unlimited') : number(row.remaining)),
    },
    {
      ...figure,
      key: 'used',
      title: t('subAccounts.used'),
      width: 120,
      render: (row) => `${number(row.usedToday)} / ${number(row.usedTotal)}`,
    },
    {
      key: 'autoAllocation',
      minor: true,
      title: t('subAccounts.autoAllocation'),
      width: 130,
      className: 'numeric one-line',
      render: ({ autoAllocation: auto }) =>
        auto === null ? (
          <span className="quiet">{t('subAccounts.autoAllocationOff')}</span>
        ) : (
          t('subAccounts.autoAllocationOf', { below: number(auto.below), amount: number(auto.amount) })
        ),
    },
  ];
}

export function useSubAccountColumns(): readonly SubAccountColumn[] {
  const { t, i18n } = useTranslation();
  const formats = useFormats();
  const { language } = i18n;
  return useMemo(
    () => [
      ...identity(t, language),
      ...work(t, formats),
      ...characters(t, formats),
      {
        key: 'created',
        sort: 'createdAt',
        title: t('subAccounts.created'),
        width: 130,
        className: 'numeric one-line',
        render: (row) => formats.dateTime(row.createdAt),
      },
    ],
    [t, formats, language],
  );
}
