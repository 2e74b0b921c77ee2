import { PlusOutlined } from '@ant-design/icons';
import { deleteFanTag, type FanTag, fanTagLimits } from '@parley/contract/fan-tags';
import { lazyDialog, useErrorToast, useFormats, useToasts } from '@parley/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { FanTagName } from '../../../entities/fan-tags/FanTags.tsx';
import { fanTags } from '../../../entities/fan-tags/queries.ts';
import { paths } from '../../../lib/paths.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { useClient } from '../../../lib/session-context.tsx';
import { useRestoredFocus } from '../../../lib/use-restored-focus.ts';
import { pageNoOf, pageSizeOf, searchOf } from '../../../lib/use-url-filters.ts';
import type { Column, ListDescription, RowAction } from '../../../ui/list/description.ts';
import { List } from '../../../ui/list/List.tsx';
import { orderOf } from '../../../ui/list/sort.ts';
import { useListAddress } from '../../../ui/list/use-list-address.ts';
import { useSearch } from '../../../ui/list/use-search.ts';
import { FanTexts } from '../../../ui/ScreenTexts.tsx';

const TagForm = lazyDialog(async () => (await import('../../../features/fan-tags/TagForm.tsx')).TagForm);
const MergeTags = lazyDialog(
  async () => (await import('../../../features/fan-tags/MergeTags.tsx')).MergeTags,
);

type Opened = { what: 'form'; existing: FanTag | undefined } | { what: 'merge'; tag: FanTag };
type Open = (opened: Opened) => void;

const byName = (a: FanTag, b: FanTag) => a.name.localeCompare(b.name);
/** The comparisons by the names of columns; tags that are equal there are in order of their names. */
const compared = new Map<string, (a: FanTag, b: FanTag) => number>([
  ['name', byName],
  ['uses', (a, b) => a.uses - b.uses],
  ['createdAt', (a, b) => a.createdAt - b.createdAt],
]);
const standardSort = 'name.asc';

/** Returns the order in the address; one that the list doesn't have is none. */
function sortIn(query: URLSearchParams): string | undefined {
  const sort = query.get('sort') ?? undefined;
  return compared.has(orderOf(sort)?.column ?? '') ? sort : undefined;
}

const readTagFilters = (query: URLSearchParams) => ({
  search: searchOf(query),
  sort: sortIn(query),
  pageNo: pageNoOf(query),
  pageSize: pageSizeOf(query, 20),
});

/** All tags in their colors, with the number of fans of each. */
export function FansTag() {
  return (
    <FanTexts>
      <FansTagPage />
    </FanTexts>
  );
}

function FansTagPage() {
  const [opened, setOpened] = useState<Opened>();
  const query = useQuery(fanTags(useClient()));
  const list = useTagList(query, setOpened);
  const close = () => setOpened(undefined);
  useRestoredFocus(opened !== undefined);
  return (
    <>
      <List list={list} />
      {opened?.what === 'form' ? <TagForm existing={opened.existing} onClose={close} /> : null}
      {opened?.what === 'merge' ? (
        <MergeTags
          tag={opened.tag}
          others={(query.data ?? []).filter(({ id }) => id !== opened.tag.id)}
          onClose={close}
        />
      ) : null}
    </>
  );
}

type Tags = Pick<ReturnType<typeof useQuery<FanTag[]>>, 'data' | 'error' | 'isPlaceholderData' | 'refetch'>;

/** Searches and pages in the browser, as a workspace has few tags. */
function useTagList({ data, error, isPlaceholderData, refetch }: Tags, open: Open): ListDescription<FanTag> {
  const { t } = useTranslation();
  const { number } = useFormats();
  const address = useListAddress('fan-tags', readTagFilters);
  const { search, sort, pageNo, pageSize } = address.filters;
  const found = data
    ?.filter(({ name }) => name.toLowerCase().includes((search ?? '').toLowerCase()))
    .sort(inOrder(sort ?? standardSort));
  const shown = found && {
    list: found.slice((pageNo - 1) * pageSize, pageNo * pageSize),
    total: found.length,
  };
  return {
    title: t('page.fansTag'),
    address,
    rows: { kind: 'pages', query: { data: shown, error, isPlaceholderData, refetch } },
    rowKey: ({ id }) => id,
    rowName: ({ name }) => name,
    columns: useTagColumns(),
    standardSort,
    search: useSearch(t('fanTags.search'), address),
    rowActions: useTagActions(open, (data?.length ?? 0) > 1),
    hint: t('fanTags.hint', { most: number(fanTagLimits.workspace), onFan: number(fanTagLimits.fan) }),
    action: (
      <Button
        type="primary"
        icon={<PlusOutlined aria-hidden />}
        onClick={() => open({ what: 'form', existing: undefined })}
      >
        {t('fanTags.create')}
      </Button>
    ),
    none: { title: t('fanTags.none'), hint: t('fanTags.noneHint') },
  };
}

/** Returns the comparison of an order such as `uses.desc`. */
function inOrder(sort: string): (a: FanTag, b: FanTag) => number {
  const order = orderOf(sort);
  const by = compared.get(order?.column ?? '') ?? byName;
  return (a, b) => (order?.ascending ? by(a, b) : by(b, a)) || byName(a, b);
}

function useTagColumns(): Column<FanTag>[] {
  const { t } = useTranslation();
  const { number, dateTime } = useFormats();
  return [
    {
      key: 'name',
      title: t('fanTags.name'),
      width: 240,
      sort: 'name',
      render: (tag) => <FanTagName tag={tag} />,
    },
    {
      key: 'uses',
      title: t('fanTags.uses'),
      hint: t('fanTags.usesHint'),
      width: 120,
      align: 'right',
      className: 'numeric',
      sort: 'uses',
      render: ({ id, uses }) => <Link to={`${paths.fansList}?tagIds=${id}`}>{number(uses)}</Link>,
    },
    {
      key: 'createdAt',
      title: t('fanTags.createdAt'),
      width: 160,
      className: 'numeric',
      sort: 'createdAt',
      render: ({ createdAt }) => dateTime(createdAt),
    },
  ];
}

function useTagActions(open: Open, several: boolean) {
  const { t } = useTranslation();
  const client = useClient();
  const cache = useQueryClient();
  const toasts = useToasts();
  const showError = useErrorToast();
  const removal = useMutation({
    mutationFn: (tagId: string) => client.call(deleteFanTag, { body: { tagId } }),
    onSuccess: () => toasts.success(t('fanTags.deleted')),
    onError: (problem) => showError(problem),
    onSettled: () => {
      void cache.invalidateQueries({ queryKey: queryKeys.fanTags });
      void cache.invalidateQueries({ queryKey: queryKeys.fans });
    },
  });
  return (tag: FanTag): readonly RowAction[] => [
    {
      key: 'edit',
      label: t('fanTags.edit'),
      beside: t('fanTags.editNamed', { name: tag.name }),
      onAct: () => open({ what: 'form', existing: tag }),
    },
    {
      key: 'merge',
      label: t('fanTags.merge'),
      disabled: !several,
      onAct: () => open({ what: 'merge', tag }),
    },
    {
      key: 'delete',
      label: t('fanTags.delete'),
      danger: true,
      divided: true,
      confirm: {
        title: t('fanTags.deleteTitle', { name: tag.name }),
        description: t('fanTags.deleteHint', { count: tag.uses }),
      },
      onAct: () => removal.mutateAsync(tag.id),
    },
  ];
}
