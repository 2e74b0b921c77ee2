import { platforms } from '@parley/contract/catalogues';
import type { DedupeLibrary } from '@parley/contract/dedupe-libraries';
import { ForeignText, interfaceLanguageOf, useFormats } from '@parley/ui';
import { Tag } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../ui/list/description.ts';

/** @param namesOf renders the names of sub-accounts */
export function useLibraryColumns(
  namesOf: (ids: readonly string[]) => ReactNode,
): readonly Column<DedupeLibrary>[] {
  const { t, i18n } = useTranslation();
  const { number, dateTime } = useFormats();
  const language = interfaceLanguageOf(i18n.language);
  return [
    {
      key: 'name',
      title: t('dedupeLibraries.name'),
      sort: 'name',
      width: 200,
      render: ({ name }) => <ForeignText className="clip">{name}</ForeignText>,
    },
    {
      key: 'platform',
      title: t('dedupeLibraries.platform'),
      width: 130,
      render: ({ platform }) => platforms[platform].names[language],
    },
    {
      key: 'range',
      title: t('dedupeLibraries.range'),
      width: 180,
      render: ({ range, subAccountIds }) =>
        range === 'all' ? t('dedupeLibraries.rangeAll') : namesOf(subAccountIds),
    },
    {
      key: 'entries',
      title: t('dedupeLibraries.entries'),
      sort: 'entries',
      width: 110,
      align: 'right',
      className: 'numeric',
      render: ({ entries }) => number(entries),
    },
    {
      key: 'state',
      title: t('dedupeLibraries.state'),
      width: 100,
      render: ({ enabled }) => (
        <Tag color={enabled ? 'success' : 'default'}>
          {t(enabled ? 'dedupeLibraries.enabled' : 'dedupeLibraries.disabled')}
        </Tag>
      ),
    },
    {
      key: 'created',
      minor: true,
      title: t('dedupeLibraries.created'),
      sort: 'createdAt',
      width: 150,
      className: 'numeric',
      render: ({ createdAt }) => dateTime(createdAt),
    },
  ];
}
