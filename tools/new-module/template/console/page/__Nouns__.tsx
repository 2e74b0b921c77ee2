import type { __Noun__ } from '@parley/contract/__kebab-nouns__';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { use__Noun__Columns } from '../../features/__kebab-nouns__/columns.tsx';
import { __nouns__, read__Noun__Filters } from '../../features/__kebab-nouns__/queries.ts';
import { useClient } from '../../lib/session-context.tsx';
import type { ListDescription } from '../../ui/list/description.ts';
import { List } from '../../ui/list/List.tsx';
import { useListAddress } from '../../ui/list/use-list-address.ts';

/** `/__kebab-nouns__`: the workspace's __plain nouns__. */
export function __Nouns__() {
  const { t } = useTranslation();
  const address = useListAddress('__kebab-nouns__', read__Noun__Filters);
  const query = useQuery(__nouns__(useClient(), address.filters));
  const list: ListDescription<__Noun__> = {
    title: t('page.__nouns__'),
    address,
    rows: { kind: 'pages', query },
    rowKey: ({ id }) => id,
    rowName: ({ name }) => name,
    columns: use__Noun__Columns(),
    standardSort: 'createdAt.desc',
    none: { title: t('__nouns__.none'), hint: t('__nouns__.noneHint') },
  };
  return <List list={list} />;
}
