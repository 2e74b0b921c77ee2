/** The columns of the two records. */

import { platformId, platforms } from '@parley/contract/catalogues';
import type { CharacterAllocationRecord, CharacterUsageRecord } from '@parley/contract/characters';
import { ForeignText, type Formats, interfaceLanguageOf, useFormats, useShownTimeZone } from '@parley/ui';
import { type TableColumnsType, Tag } from 'antd';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

type Named = { accountName: string; subAccountRemark: string };

function subAccountColumn<Row extends Named>(t: TFunction): TableColumnsType<Row>[number] {
  return {
    title: t('records.subAccount'),
    width: 170,
    render: (_, { accountName, subAccountRemark }) =>
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

/** As in the spreadsheets: the zone stands with what is a day or a time. */
const zoned = (t: TFunction, what: string, zone: string | undefined) =>
  zone === undefined ? what : t('timeZone.of', { what, zone });

function usageColumns(
  t: TFunction,
  formats: Formats,
  language: string,
  zone: string | undefined,
): TableColumnsType<CharacterUsageRecord> {
  return [
    { title: zoned(t, t('records.day'), zone), width: 105, className: 'numeric', dataIndex: 'day' },
    subAccountColumn(t),
    {
      title: t('records.platform'),
      width: 115,
      render: (_, { platform }) => {
        const known = platformId.safeParse(platform).data;
        return known === undefined ? platform : platforms[known].names[interfaceLanguageOf(language)];
      },
    },
    {
      title: t('records.languages'),
      width: 165,
      render: (_, row) =>
        t('records.languagePair', {
          source: formats.language(row.sourceLanguage),
          target: formats.language(row.targetLanguage),
        }),
    },
    {
      title: t('records.line'),
      width: 165,
      render: (_, { line, engine }) => (
        <span className="code">
          {line} · {engine}
        </span>
      ),
    },
    { ...figure, title: t('records.characters'), render: (_, row) => formats.number(row.characters) },
    { ...figure, title: t('records.translations'), render: (_, row) => formats.number(row.translations) },
  ];
}

function allocationColumns(
  t: TFunction,
  formats: Formats,
  zone: string | undefined,
): TableColumnsType<CharacterAllocationRecord> {
  return [
    {
      title: zoned(t, t('records.time'), zone),
      width: 150,
      className: 'numeric',
      render: (_, { time }) => formats.dateTime(time),
    },
    subAccountColumn(t),
    {
      title: t('records.direction'),
      width: 95,
      render: (_, { direction }) =>
        direction === 'add' ? (
          <Tag color="success">{t('records.added')}</Tag>
        ) : (
          <Tag color="warning">{t('records.removed')}</Tag>
        ),
    },
    { ...figure, title: t('records.amount'), render: (_, row) => formats.number(row.amount) },
    { ...figure, title: t('records.before'), render: (_, row) => formats.number(row.before) },
    { ...figure, title: t('records.after'), render: (_, row) => formats.number(row.after) },
    {
      ...figure,
      title: t('records.ownerRemaining'),
      width: 145,
      render: (_, row) => formats.number(row.ownerRemaining),
    },
    {
      title: t('records.remark'),
      width: 130,
      render: (_, { remark, automatic }) =>
        automatic ? t('records.automatic') : <ForeignText className="clip">{remark}</ForeignText>,
    },
  ];
}

export function useUsageColumns(): TableColumnsType<CharacterUsageRecord> {
  const { t, i18n } = useTranslation();
  const formats = useFormats();
  const { language } = i18n;
  const zone = useShownTimeZone();
  return useMemo(() => usageColumns(t, formats, language, zone), [t, formats, language, zone]);
}

export function useAllocationColumns(): TableColumnsType<CharacterAllocationRecord> {
  const { t } = useTranslation();
  const formats = useFormats();
  const zone = useShownTimeZone();
  return useMemo(() => allocationColumns(t, formats, zone), [t, formats, zone]);
}
