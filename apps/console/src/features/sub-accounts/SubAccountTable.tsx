import type { SubAccount } from '@parley/contract';
import { ForeignText, type Formats, useFormats } from '@parley/ui';
import { Button, type TableColumnsType, Tag } from 'antd';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNarrow } from '../../lib/use-narrow.ts';
import { type Paged, PagedTable } from '../../ui/PagedTable.tsx';

type Properties = {
  page: Paged<SubAccount>;
  /** The same function at each render. */
  onAllocate: (subAccount: SubAccount) => void;
};

function figures(t: TFunction, { number }: Formats): TableColumnsType<SubAccount> {
  return [
    {
      title: t('subAccounts.remaining'),
      align: 'right',
      width: 120,
      className: 'numeric',
      render: (_, row) => (row.unlimited ? t('subAccounts.unlimited') : number(row.remaining)),
    },
    {
      title: t('subAccounts.used'),
      align: 'right',
      width: 150,
      className: 'numeric',
      render: (_, row) => `${number(row.usedToday)} / ${number(row.usedTotal)}`,
    },
    {
      title: t('subAccounts.socialAccounts'),
      align: 'right',
      width: 130,
      className: 'numeric',
      render: (_, row) => `${number(row.socialAccounts.online)} / ${number(row.socialAccounts.total)}`,
    },
  ];
}

/** @param pinned keeps the actions in sight while the rest scrolls; a phone has no room for that */
function columnsOf(
  t: TFunction,
  formats: Formats,
  onAllocate: Properties['onAllocate'],
  pinned: boolean,
): TableColumnsType<SubAccount> {
  return [
    {
      title: t('subAccounts.accountName'),
      width: 190,
      render: (_, row) => (
        <>
          <span className="code">{row.accountName}</span>
          {row.isDefault ? <Tag className="after-name">{t('subAccounts.default')}</Tag> : null}
        </>
      ),
    },
    {
      title: t('subAccounts.remark'),
      width: 160,
      render: (_, row) => <ForeignText>{row.remark}</ForeignText>,
    },
    {
      title: t('subAccounts.status'),
      width: 90,
      render: (_, row) =>
        row.status === 'normal' ? (
          <Tag color="success">{t('subAccounts.statusNormal')}</Tag>
        ) : (
          <Tag>{t('subAccounts.statusDisabled')}</Tag>
        ),
    },
    ...figures(t, formats),
    {
      title: t('subAccounts.created'),
      width: 150,
      className: 'numeric',
      render: (_, row) => formats.dateTime(row.createdAt),
    },
    {
      title: t('table.actions'),
      key: 'actions',
      width: 90,
      ...(pinned ? { fixed: 'end' as const } : {}),
      render: (_, row) => (
        <Button
          type="link"
          size="small"
          disabled={row.unlimited}
          title={row.unlimited ? t('subAccounts.unlimitedHint') : undefined}
          aria-label={t('subAccounts.allocateTo', { name: row.accountName })}
          onClick={() => onAllocate(row)}
        >
          {t('subAccounts.allocate')}
        </Button>
      ),
    },
  ];
}

/** The workspace's sub-accounts with what they hold and use. */
export function SubAccountTable({ page, onAllocate }: Properties) {
  const { t } = useTranslation();
  const formats = useFormats();
  const pinned = !useNarrow();
  const columns = useMemo(() => columnsOf(t, formats, onAllocate, pinned), [t, formats, onAllocate, pinned]);
  return <PagedTable columns={columns} {...page} />;
}
