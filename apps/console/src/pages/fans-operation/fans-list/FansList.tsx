import { exportFans, type Fan, fanFilterLimit } from '@parley/contract/fans';
import { lazyDialog, lazyPart } from '@parley/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { FanTags, FanTagsSelect } from '../../../entities/fan-tags/FanTags.tsx';
import { SocialAccountNames } from '../../../entities/social-accounts/SocialAccountNames.tsx';
import { SocialAccountsSelect } from '../../../entities/social-accounts/SocialAccountsSelect.tsx';
import { SubAccountNamesById } from '../../../entities/sub-accounts/SubAccountNamesById.tsx';
import { SubAccountsSelect } from '../../../entities/sub-accounts/SubAccountsSelect.tsx';
import { useWorkOrderFilter } from '../../../entities/work-orders/use-work-order-filter.ts';
import { AutoRefresh, useRefreshMinutes } from '../../../features/fans/AutoRefresh.tsx';
import { useFanColumns } from '../../../features/fans/columns.tsx';
import {
  type FanListFilters,
  fanCount,
  fans,
  readFanFilters,
  withoutOrder,
} from '../../../features/fans/queries.ts';
import {
  idsFilter,
  idsOf,
  type OtherNouns,
  textOf,
  useFanFilters,
} from '../../../features/fans/use-fan-filters.tsx';
import { useFanName } from '../../../features/fans/use-fan-name.ts';
import { fanParameter, paths } from '../../../lib/paths.ts';
import { useClient } from '../../../lib/session-context.tsx';
import { hasUnsaved } from '../../../lib/unsaved-changes.ts';
import { useAddressedPart } from '../../../lib/use-addressed-part.ts';
import { useRestoredFocus } from '../../../lib/use-restored-focus.ts';
import type { BatchAction, ListDescription, RowAction } from '../../../ui/list/description.ts';
import { ExportList } from '../../../ui/list/ExportList.tsx';
import { List } from '../../../ui/list/List.tsx';
import { type ListAddress, useListAddress } from '../../../ui/list/use-list-address.ts';
import { useSearch } from '../../../ui/list/use-search.ts';
import { type Selection, useSelection } from '../../../ui/list/use-selection.ts';
import { FanTexts } from '../../../ui/ScreenTexts.tsx';
import { useGuardedAddress } from '../../../ui/use-guarded-address.tsx';

const EditFan = lazyDialog(async () => (await import('../../../features/fans/EditFan.tsx')).EditFan);
const CollapsibleFigures = lazyPart(
  async () => (await import('../../../features/fan-statistics/CollapsibleFigures.tsx')).CollapsibleFigures,
);
const FanDrawer = lazyDialog(async () => (await import('../../../features/fans/FanDrawer.tsx')).FanDrawer, {
  drawer: true,
});
const MergeFans = lazyDialog(async () => (await import('../../../features/fans/MergeFans.tsx')).MergeFans);
const TagFans = lazyDialog(async () => (await import('../../../features/fans/TagFans.tsx')).TagFans);

const TaggingNotice = lazyPart(
  async () => (await import('../../../features/fans/TaggingNotice.tsx')).TaggingNotice,
  // Usually there is no notice, so no placeholder is shown.
  { line: true, fallback: null },
);
const TagMatching = lazyDialog(
  async () => (await import('../../../features/fans/TagMatching.tsx')).TagMatching,
);

/** The drawer or dialog above the list. */
type Opened =
  | { what: 'person'; fanId: string }
  | { what: 'edit'; fan: Fan }
  | { what: 'tags'; fans: readonly Fan[] }
  | { what: 'tag-all'; filters: FanListFilters }
  | { what: 'merge'; fan: Fan; other: Fan };
type Open = (opened: Opened) => void;

const tagsOf = (ids: readonly string[]) => <FanTags ids={ids} />;

/** The fans: who they are, how each counts and why, and the owner's notes on them. */
export function FansList() {
  return (
    <FanTexts>
      <FansListPage />
    </FanTexts>
  );
}

function FansListPage() {
  const { opened, open, close, question } = useOpened();
  const { list, selection } = useFanList(open);
  return (
    <>
      <List list={list} />
      <Overlay opened={opened} open={open} onClose={close} selection={selection} />
      {question}
    </>
  );
}

type OpenedState = { opened: Opened | undefined; open: Open; close: () => void; question: ReactNode };

/**
 * Manages the open drawer or dialog. A person's details are in the URL, so that a link opens them, a reload keeps them,
 * and Back closes them, after a confirmation when a dialog above them has unsaved input.
 */
function useOpened(): OpenedState {
  const [dialog, setDialog] = useState<Exclude<Opened, { what: 'person' }>>();
  const person = useAddressedPart(fanParameter);
  const { pathname } = useLocation();
  const [fanId, question] = useGuardedAddress(person.named, {
    isLosing: (shown) => shown !== null && hasUnsaved(pathname),
    onStay: (shown) => shown !== null && person.open(shown),
  });
  const open: Open = (opened) => (opened.what === 'person' ? person.open(opened.fanId) : setDialog(opened));
  const close = () => {
    setDialog(undefined);
    person.close();
  };
  const opened = dialog ?? (fanId === null ? undefined : { what: 'person', fanId });
  return { opened, open, close, question };
}

function useFanList(open: Open): { list: ListDescription<Fan>; selection: Selection<Fan> } {
  const { t } = useTranslation();
  const client = useClient();
  const address = useListAddress('fans', readFanFilters);
  const { filters, setFilters } = address;
  const [minutes, setMinutes] = useRefreshMinutes();
  const query = useInfiniteQuery(fans(client, filters, minutes === 0 ? false : minutes * 60_000));
  const selection = useSelection<Fan>(filters);
  const list: ListDescription<Fan> = {
    title: t('page.fansList'),
    countsDays: true,
    figures: <Figures filters={filters} />,
    address,
    rows: { kind: 'records', query },
    rowKey: ({ id }) => id,
    rowName: useFanName(),
    columns: useFanColumns({ tagsOf, onOpen: ({ fanId }) => open({ what: 'person', fanId }) }),
    search: useSearch(t('fans.search'), address),
    filters: useFanFilters(filters, setFilters, useOtherNouns(address)),
    standardSort: 'grownAt.desc',
    rowActions: useRowActions(open),
    batch: {
      label: t('fans.selected'),
      selection,
      actions: useBatchActions(open, selection, filters),
      all: fanCount(client, filters),
    },
    notice: <TaggingNotice />,
    tools: (
      <>
        <AutoRefresh minutes={minutes} onChange={setMinutes} />
        <ExportList
          title={t('page.fansList')}
          filters={filters}
          download={(chosen, options) => client.download(exportFans, { query: chosen }, options)}
        />
      </>
    ),
    none: {
      title: t('fans.none'),
      hint: t('fans.noneHint'),
      action: <Link to={paths.subAccounts}>{t('fans.toSubAccounts')}</Link>,
    },
  };
  return { list, selection };
}

/** The figures follow the filters by sub-account and platform; counters exist for these. */
function Figures({ filters }: { filters: FanListFilters }) {
  const { subAccountIds, platforms, ...others } = withoutOrder(filters);
  const hasOtherFilters = Object.values(others).some((value) => value !== undefined);
  return <CollapsibleFigures filters={{ subAccountIds, platforms }} hasOtherFilters={hasOtherFilters} />;
}

/** Returns the filters by other nouns. */
function useOtherNouns({ filters, setFilters }: ListAddress<FanListFilters>): OtherNouns {
  const { t } = useTranslation();
  const subAccounts = idsFilter('subAccountIds', t('fans.subAccount'), filters.subAccountIds, {
    chosen: (ids) => <SubAccountNamesById ids={ids} />,
    control: (
      <SubAccountsSelect
        maxCount={fanFilterLimit}
        value={idsOf(filters.subAccountIds)}
        onChange={(ids) => setFilters({ subAccountIds: textOf(ids) })}
      />
    ),
  });
  const tags = idsFilter('tagIds', t('fans.tags'), filters.tagIds, {
    chosen: tagsOf,
    control: (
      <FanTagsSelect
        maxCount={fanFilterLimit}
        value={idsOf(filters.tagIds)}
        onChange={(ids) => setFilters({ tagIds: textOf(ids) })}
      />
    ),
  });
  const socialAccounts = idsFilter('socialAccountIds', t('fans.socialAccount'), filters.socialAccountIds, {
    chosen: (ids) => <SocialAccountNames ids={ids} />,
    control: (
      <SocialAccountsSelect
        maxCount={fanFilterLimit}
        value={idsOf(filters.socialAccountIds)}
        onChange={(ids) => setFilters({ socialAccountIds: textOf(ids) })}
      />
    ),
  });
  const workOrder = useWorkOrderFilter(filters, setFilters);
  return { subAccounts, socialAccounts, workOrder, tags };
}

function useRowActions(open: Open) {
  const { t } = useTranslation();
  const nameOf = useFanName();
  return (fan: Fan): readonly RowAction[] => [
    {
      key: 'details',
      label: t('fans.details'),
      beside: t('fans.detailsOf', { name: nameOf(fan) }),
      onAct: () => open({ what: 'person', fanId: fan.fanId }),
    },
    { key: 'edit', label: t('fans.edit'), onAct: () => open({ what: 'edit', fan }) },
    { key: 'tags', label: t('fans.setTags'), onAct: () => open({ what: 'tags', fans: [fan] }) },
  ];
}

function useBatchActions(
  open: Open,
  { rows: selected }: Selection<Fan>,
  filters: FanListFilters,
): readonly BatchAction<Fan>[] {
  const { t } = useTranslation();
  const people = new Set([...selected.values()].map(({ fanId }) => fanId));
  const reason =
    selected.size !== 2 ? t('fans.mergeNeedsTwo') : people.size < 2 ? t('fans.mergeSamePerson') : undefined;
  return [
    {
      key: 'tags',
      label: t('fans.setTags'),
      onAct: (rows) => open({ what: 'tags', fans: rows }),
      onAll: () => open({ what: 'tag-all', filters }),
    },
    {
      key: 'merge',
      label: t('fans.mergeTwo'),
      disabled: reason !== undefined,
      reason,
      onAct: ([fan, other]) => fan && other && open({ what: 'merge', fan, other }),
    },
  ];
}

type OverlayProperties = {
  opened: Opened | undefined;
  open: Open;
  onClose: () => void;
  selection: Selection<Fan>;
};

/** The open drawer or dialog. */
function Overlay({ opened, open, onClose, selection }: OverlayProperties) {
  useRestoredFocus(opened !== undefined);
  const nameOf = useFanName();
  const mergedFanOf = (fan: Fan) => ({ fanId: fan.fanId, name: nameOf(fan), place: fan.socialAccountName });
  const close = () => {
    selection.clear();
    onClose();
  };
  switch (opened?.what) {
    case 'person':
      return (
        <FanDrawer
          key={opened.fanId}
          fanId={opened.fanId}
          tagsOf={tagsOf}
          onOpen={(fanId) => open({ what: 'person', fanId })}
          onClose={onClose}
        />
      );
    case 'edit':
      return <EditFan fan={opened.fan} onClose={onClose} />;
    case 'tags':
      return (
        <TagFans fans={opened.fans} choice={(label) => <FanTagsSelect label={label} />} onClose={close} />
      );
    case 'tag-all':
      return (
        <TagMatching
          filters={opened.filters}
          choice={(label) => <FanTagsSelect label={label} />}
          onClose={close}
        />
      );
    case 'merge':
      return (
        <MergeFans
          fan={mergedFanOf(opened.fan)}
          other={mergedFanOf(opened.other)}
          onClose={onClose}
          onMerged={close}
        />
      );
    default:
      return null;
  }
}
