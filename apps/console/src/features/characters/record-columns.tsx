/** The columns of the usage and allocation records. */

import { platformId, platforms } from '@parley/contract/catalogues';
import type { CharacterAllocationRecord, CharacterUsageRecord } from '@parley/contract/characters';
import { ForeignText, type Formats, interfaceLanguageOf, useFormats, useShownTimeZone } from '@parley/ui';
import { Tag } from 'antd';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../ui/list/description.ts';

type Named = { accountName: string; subAccountRemark: string };

function subAccountColumn<Row extends Named>(t: TFunction): Column<Row> {
  return {
    key: 'subAccount',
    title: t('records.subAccount'),
    width: 170,
    render: ({ accountName, subAccountRemark }) =>
      accountName === '' ? (
        <span className="quiet">{t('records.gone')}</span>
      ) : (
        <span className="two-lines">
          <ForeignText className="clip">{subAccountRemark}</ForeignText>
          <span className="code quiet">{accountName}</span>
        </span>
      ),
  };
}

const figure = { align: 'right', className: 'numeric', width: 105 } as const;

/** Adds the time zone to titles of days and times, as in the spreadsheets. */
const zoned = (t: TFunction, what: string, zone: string | undefined) =>
  zone === undefined ? what : t('zones.of', { what, zone });

function usageColumns(
  t: TFunction,
  formats: Formats,
  language: string,
  zone: string | undefined,
): Column<CharacterUsageRecord>[] {
  return [
    {
      key: 'day',
      title: zoned(t, t('records.day'), zone),
      width: 105,
      className: 'numeric',
      render: ({ day }) => day,
    },
    subAccountColumn(t),
    {
      key: 'platform',
      title: t('records.platform'),
      width: 115,
      render: ({ platform }) => {
        const known = platformId.safeParse(platform).data;
        return known === undefined ? platform : platforms[known].names[interfaceLanguageOf(language)];
      },
    },
    {
      key: 'languages',
      title: t('records.languages'),
      width: 165,
      render: (row) =>
        t('records.languagePair', {
          source: formats.language(row.sourceLanguage),
          target: formats.language(row.targetLanguage),
        }),
    },
    {
      key: 'line',
      title: t('records.line'),
      width: 165,
      render: ({ line, engine }) => (
        <span className="code">
          {line} · {engine}
        </span>
      ),
    },
    {
      ...figure,
      key: 'characters',
      title: t('records.characters'),
      render: (row) => formats.number(row.characters),
    },
    {
      ...figure,
      key: 'translations',
      title: t('records.translations'),
      render: (row) => formats.number(row.translations),
    },
  ];
}

function allocationColumns(
  t: TFunction,
  formats: Formats,
  zone: string | undefined,
): Column<CharacterAllocationRecord>[] {
  return [
    {
      key: 'time',
      title: zoned(t, t('records.time'), zone),
      width: 150,
      className: 'numeric',
      render: ({ time }) => formats.dateTime(time),
    },
    subAccountColumn(t),
    {
      key: 'direction',
      title: t('records.direction'),
      width: 95,
      render: ({ direction }) =>
        direction === 'add' ? (
          <Tag color="success">{t('records.added')}</Tag>
        ) : (
          <Tag color="warning">{t('records.removed')}</Tag>
        ),
    },
    { ...figure, key: 'amount', title: t('records.amount'), render: (row) => formats.number(row.amount) },
    { ...figure, key: 'before', title: t('records.before'), render: (row) => formats.number(row.before) },
    { ...figure, key: 'after', title: t('records.after'), render: (row) => formats.number(row.after) },
    {
      ...figure,
      key: 'ownerRemaining',
      title: t('records.ownerRemaining'),
      width: 145,
      render: (row) => formats.number(row.ownerRemaining),
    },
    {
      key: 'remark',
      title: t('records.remark'),
      width: 130,
      render: ({ remark, automatic }) =>
        automatic ? t('records.automatic') : <ForeignText className="clip">{remark}</ForeignText>,
    },
  ];
}

export function useUsageColumns(): Column<CharacterUsageRecord>[] {
  const { t, i18n } = useTranslation();
  const formats = useFormats();
  const { language } = i18n;
  const zone = useShownTimeZone();
  return useMemo(() => usageColumns(t, formats, language, zone), [t, formats, language, zone]);
}

export function useAllocationColumns(): Column<CharacterAllocationRecord>[] {
  const { t } = useTranslation();
  const formats = useFormats();
  const zone = useShownTimeZone();
  return useMemo(() => allocationColumns(t, formats, zone), [t, formats, zone]);
}
