import { platforms, type SocialAccount } from '@parley/contract';
import { ForeignText, type Formats, interfaceLanguageOf, useFormats } from '@parley/ui';
import { Button, Popconfirm, Space, type TableColumnsType, Tag } from 'antd';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNarrow } from '../../lib/use-narrow.ts';
import { type Paged, PagedTable } from '../../ui/PagedTable.tsx';
import { ConnectionTag } from './ConnectionTag.tsx';

type Actions = {
  onEnabled: (account: SocialAccount, enabled: boolean) => Promise<unknown>;
  onEmbed: (account: SocialAccount) => void;
};

type Properties = Actions & { page: Paged<SocialAccount> };

type Columns = TableColumnsType<SocialAccount>;

function naming(t: TFunction, language: string): Columns {
  const names = interfaceLanguageOf(language);
  return [
    {
      title: t('socialAccounts.platform'),
      width: 110,
      render: (_, row) => <Tag>{platforms[row.platform].names[names]}</Tag>,
    },
    {
      title: t('socialAccounts.name'),
      width: 130,
      render: (_, row) => <ForeignText>{row.name}</ForeignText>,
    },
    {
      title: t('socialAccounts.handle'),
      width: 160,
      render: (_, row) => <ForeignText className="clip code">{row.handle}</ForeignText>,
    },
    {
      title: t('socialAccounts.subAccount'),
      width: 110,
      render: (_, row) => <ForeignText>{row.subAccountRemark}</ForeignText>,
    },
  ];
}

function state(t: TFunction, formats: Formats): Columns {
  return [
    {
      title: t('socialAccounts.stateName'),
      width: 200,
      render: (_, row) => (
        <>
          <ConnectionTag account={row} />
          {row.stateReason === null || !row.enabled ? null : (
            <ForeignText className="reason quiet">{row.stateReason}</ForeignText>
          )}
        </>
      ),
    },
    {
      title: t('socialAccounts.fansToday'),
      align: 'right',
      width: 110,
      className: 'numeric',
      render: (_, row) => `${formats.number(row.fansToday.new)} / ${formats.number(row.fansToday.repeat)}`,
    },
    {
      title: t('socialAccounts.fansTotal'),
      align: 'right',
      width: 130,
      className: 'numeric',
      render: (_, { fansTotal }) =>
        [fansTotal.new, fansTotal.repeat, fansTotal.base].map(formats.number).join(' / '),
    },
  ];
}

/** @param pinned keeps the column in sight while the others scroll; a phone has no room for that */
function actions(t: TFunction, { onEnabled, onEmbed }: Actions, pinned: boolean): Columns[number] {
  return {
    title: t('table.actions'),
    key: 'actions',
    width: 140,
    ...(pinned ? { fixed: 'end' } : {}),
    render: (_, row) => (
      <Space size={0}>
        {row.enabled ? (
          <Popconfirm
            title={t('socialAccounts.disableTitle')}
            description={<div className="confirm-text">{t('socialAccounts.disableHint')}</div>}
            okText={t('socialAccounts.disable')}
            okButtonProps={{ danger: true }}
            onConfirm={() => onEnabled(row, false)}
          >
            <Button
              type="link"
              size="small"
              aria-label={t('socialAccounts.disableNamed', { name: row.name })}
            >
              {t('socialAccounts.disable')}
            </Button>
          </Popconfirm>
        ) : (
          <Button
            type="link"
            size="small"
            aria-label={t('socialAccounts.enableNamed', { name: row.name })}
            onClick={() => void onEnabled(row, true)}
          >
            {t('socialAccounts.enable')}
          </Button>
        )}
        {row.embed === null ? null : (
          <Button
            type="link"
            size="small"
            aria-label={t('socialAccounts.embedNamed', { name: row.name })}
            onClick={() => onEmbed(row)}
          >
            {t('socialAccounts.embed')}
          </Button>
        )}
      </Space>
    ),
  };
}

/** The workspace's social accounts: connected or why not, and the fans that they bring. */
export function SocialAccountTable({ page, onEnabled, onEmbed }: Properties) {
  const { t, i18n } = useTranslation();
  const formats = useFormats();
  const pinned = !useNarrow();
  const columns = useMemo(
    () => [...naming(t, i18n.language), ...state(t, formats), actions(t, { onEnabled, onEmbed }, pinned)],
    [t, i18n.language, formats, onEnabled, onEmbed, pinned],
  );
  return <PagedTable columns={columns} {...page} />;
}
