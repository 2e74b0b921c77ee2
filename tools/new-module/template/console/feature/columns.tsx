import type { __Noun__ } from '@parley/contract/__kebab-nouns__';
import { ForeignText, useFormats } from '@parley/ui';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../ui/list/description.ts';

/** The columns of the __plain nouns__: name and creation. */
export function use__Noun__Columns(): readonly Column<__Noun__>[] {
  const { t } = useTranslation();
  const { dateTime } = useFormats();
  return [
    {
      key: 'name',
      sort: 'name',
      title: t('__nouns__.name'),
      width: 260,
      render: ({ name }) => <ForeignText className="clip">{name}</ForeignText>,
    },
    {
      key: 'createdAt',
      sort: 'createdAt',
      title: t('__nouns__.created'),
      width: 150,
      className: 'numeric',
      render: ({ createdAt }) => dateTime(createdAt),
    },
  ];
}
