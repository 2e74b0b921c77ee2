// i18n-keys: prospectiveFans.states.*
import {
  exportProspectiveFans,
  type ProspectiveFan,
  prospectiveFanState,
} from '@parley/contract/prospective-fans';
import { lazyDialog } from '@parley/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useSplitLinkFilter } from '../../../entities/split-links/use-split-link-filter.ts';
import { useSubAccountFilter } from '../../../entities/sub-accounts/use-sub-account-filter.tsx';
import { nameOfEntry, useProspectiveFanColumns } from '../../../features/prospective-fans/columns.tsx';
import {
  type ProspectiveFanFilters,
  prospectiveFans,
  readProspectiveFanFilters,
} from '../../../features/prospective-fans/queries.ts';
import { useProspectiveFanActions } from '../../../features/prospective-fans/use-prospective-fan-actions.ts';
import { paths } from '../../../lib/paths.ts';
import { useClient } from '../../../lib/session-context.tsx';
import { useRestoredFocus } from '../../../lib/use-restored-focus.ts';
import type { FilterPatch } from '../../../lib/use-url-filters.ts';
import type { Filter, ListDescription } from '../../../ui/list/description.ts';
import { ExportList } from '../../../ui/list/ExportList.tsx';
import { selectFilter } from '../../../ui/list/FilterSelect.tsx';
import { List } from '../../../ui/list/List.tsx';
import { useDayFilter } from '../../../ui/list/use-day-filter.tsx';
import { useListAddress } from '../../../ui/list/use-list-address.ts';
import { useSearch } from '../../../ui/list/use-search.ts';
import { type Selection, useSelection } from '../../../ui/list/use-selection.ts';
import { FanTexts } from '../../../ui/ScreenTexts.tsx';

const GiveUpProspectiveFans = lazyDialog(
  async () =>
    (await import('../../../features/prospective-fans/GiveUpProspectiveFans.tsx')).GiveUpProspectiveFans,
);
const DeleteProspectiveFans = lazyDialog(
  async () =>
    (await import('../../../features/prospective-fans/DeleteProspectiveFans.tsx')).DeleteProspectiveFans,
);

/** The dialog above the list. */
type Opened = { what: 'giving-up' | 'deletion'; entries: readonly ProspectiveFan[] };

/** The prospective fans of all split links: visitors who left a contact, and what agents made of them. */
export function ProspectiveFans() {
  return (
    <FanTexts>
      <ProspectiveFansPage />
    </FanTexts>
  );
}

function ProspectiveFansPage() {
  const [opened, setOpened] = useState<Opened>();
  const { list, selection } = useProspectiveFanList(setOpened);
  const close = () => setOpened(undefined);
  useRestoredFocus(opened !== undefined);
  return (
    <>
      <List list={list} />
      {opened?.what === 'giving-up' ? (
        <GiveUpProspectiveFans entries={opened.entries} onClose={close} />
      ) : null}
      {opened?.what === 'deletion' ? (
        <DeleteProspectiveFans entries={opened.entries} onClose={close} onDeleted={selection.drop} />
      ) : null}
    </>
  );
}

function useProspectiveFanList(open: (opened: Opened) => void): {
  list: ListDescription<ProspectiveFan>;
  selection: Selection<ProspectiveFan>;
} {
  const { t } = useTranslation();
  const client = useClient();
  const address = useListAddress('prospective-fans', readProspectiveFanFilters);
  const { filters, setFilters } = address;
  const query = useInfiniteQuery(prospectiveFans(client, filters));
  const selection = useSelection<ProspectiveFan>(filters);
  const { rowActions, batchActions } = useProspectiveFanActions({
    onGiveUp: (entries) => open({ what: 'giving-up', entries }),
    onDelete: (entries) => open({ what: 'deletion', entries }),
  });
  const list: ListDescription<ProspectiveFan> = {
    title: t('page.prospectiveFans'),
    hint: t('prospectiveFans.hint'),
    countsDays: true,
    address,
    rows: { kind: 'records', query },
    rowKey: ({ id }) => id,
    rowName: nameOfEntry,
    columns: useProspectiveFanColumns(),
    standardSort: 'createdAt.desc',
    search: useSearch(t('prospectiveFans.search'), address),
    filters: useFilters(filters, setFilters),
    rowActions,
    batch: { label: t('prospectiveFans.selected'), selection, actions: batchActions },
    tools: (
      <ExportList
        title={t('page.prospectiveFans')}
        filters={filters}
        download={(chosen, options) => client.download(exportProspectiveFans, { query: chosen }, options)}
      />
    ),
    none: {
      title: t('prospectiveFans.none'),
      hint: t('prospectiveFans.noneHint'),
      action: <Link to={paths.splitLinks}>{t('prospectiveFans.toLinks')}</Link>,
    },
  };
  return { list, selection };
}

function useFilters(
  filters: ProspectiveFanFilters,
  onFilter: (patch: FilterPatch) => void,
): readonly Filter[] {
  const { t } = useTranslation();
  const states = prospectiveFanState.options.map((value) => ({
    value,
    label: t(`prospectiveFans.states.${value}`),
  }));
  const days = useDayFilter(filters, onFilter);
  const link = useSplitLinkFilter(filters, onFilter);
  const subAccount = useSubAccountFilter(filters, onFilter);
  return [
    selectFilter({
      name: 'state',
      label: t('prospectiveFans.state'),
      value: filters.state,
      options: states,
      onFilter,
    }),
    link,
    subAccount,
    days,
  ];
}
