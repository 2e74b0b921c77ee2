// i18n-keys: prospectiveFan.state.*
import './prospective-fans.css';
import { SearchOutlined } from '@ant-design/icons';
import {
  type DeskProspectiveFan,
  type ProspectiveFanState,
  prospectiveFanState,
} from '@parley/contract/prospective-fans';
import { EmptyState, ErrorPanel, printableLine, useAllowClear } from '@parley/ui';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Button, Drawer, Input, Segmented, Select, Skeleton } from 'antd';
import { useDeferredValue, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDesk } from '../../lib/desk-context.tsx';
import { useConnected } from '../../lib/use-connected.ts';
import { ProspectiveFanDialog } from './ProspectiveFanDialog.tsx';
import { ProspectiveFanItem } from './ProspectiveFanItem.tsx';
import type { ActName } from './possible-acts.ts';
import {
  type DeskProspectiveFanFilters,
  linksQuery,
  prospectiveFansQuery,
} from './prospective-fan-queries.ts';
import { useEntryKeys } from './use-entry-keys.ts';
import { useProspectiveFanActs } from './use-prospective-fan-acts.tsx';

type Properties = { pathOf: (conversationId: string) => string; onClose: () => void };

/** Lists this desk's prospective fans: who asked to be contacted, and the outcome. */
export function ProspectiveFansDrawer({ pathOf, onClose }: Properties) {
  const { t } = useTranslation();
  return (
    <Drawer open onClose={onClose} title={t('prospectiveFan.title')} size={520}>
      <ProspectiveFans pathOf={pathOf} onClose={onClose} />
    </Drawer>
  );
}

const unfiltered: DeskProspectiveFanFilters = { state: null, splitLinkId: null, search: '' };
const isNarrowed = ({ state, splitLinkId, search }: DeskProspectiveFanFilters) =>
  state !== null || splitLinkId !== null || search !== '';

function ProspectiveFans({ pathOf, onClose }: Properties) {
  const { t } = useTranslation();
  const [filters, setFilters] = useState(unfiltered);
  const connected = useConnected();
  return (
    <>
      <Filters filters={filters} onChange={(change) => setFilters((before) => ({ ...before, ...change }))} />
      {connected ? null : <p className="desk-prospective-fans-offline">{t('prospectiveFan.offline')}</p>}
      <Entries filters={filters} pathOf={pathOf} onClose={onClose} onClear={() => setFilters(unfiltered)} />
    </>
  );
}

const settleMs = 250;

type FilterProperties = {
  filters: DeskProspectiveFanFilters;
  onChange: (change: Partial<DeskProspectiveFanFilters>) => void;
};

function Filters({ filters, onChange }: FilterProperties) {
  const { t } = useTranslation();
  const [text, setText] = useState(filters.search);
  const [kept, setKept] = useState(filters.search);
  // The search was cleared elsewhere.
  if (kept !== filters.search) {
    setKept(filters.search);
    setText(filters.search);
  }
  useEffect(() => {
    if (text.trim() === filters.search) return undefined;
    const timer = setTimeout(() => {
      setKept(text.trim());
      onChange({ search: text.trim() });
    }, settleMs);
    return () => clearTimeout(timer);
  }, [text, filters.search, onChange]);
  return (
    <search className="desk-prospective-fans-filters">
      <Input
        type="search"
        value={text}
        maxLength={100}
        allowClear
        prefix={<SearchOutlined />}
        aria-label={t('prospectiveFan.search')}
        placeholder={t('prospectiveFan.search')}
        onChange={(event) => setText(event.target.value)}
      />
      <LinkSelect value={filters.splitLinkId} onChange={(splitLinkId) => onChange({ splitLinkId })} />
      <Segmented<ProspectiveFanState | 'all'>
        block
        size="small"
        aria-label={t('prospectiveFan.states')}
        value={filters.state ?? 'all'}
        onChange={(state) => onChange({ state: state === 'all' ? null : state })}
        options={(['all', ...prospectiveFanState.options] as const).map((state) => ({
          value: state,
          label: t(`prospectiveFan.state.${state}`),
        }))}
      />
    </search>
  );
}

/** Searches on the server, because a workspace may have thousands of links. */
function LinkSelect({ value, onChange }: { value: string | null; onChange: (id: string | null) => void }) {
  const { t } = useTranslation();
  const { client } = useDesk();
  const clear = useAllowClear();
  const [typed, setTyped] = useState('');
  const { data, isFetching } = useQuery(linksQuery(client, useDeferredValue(typed.trim())));
  return (
    <Select<string | null>
      allowClear={clear}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      aria-label={t('prospectiveFan.link')}
      placeholder={t('prospectiveFan.link')}
      loading={isFetching}
      value={value}
      notFoundContent={t('prospectiveFan.noLink')}
      options={(data?.list ?? []).map(({ id, name }) => ({
        value: id,
        label: <bdi>{printableLine(name, 40)}</bdi>,
      }))}
      onChange={(chosen) => onChange(chosen ?? null)}
    />
  );
}

type EntriesProperties = Properties & { filters: DeskProspectiveFanFilters; onClear: () => void };
type Asked = { entry: DeskProspectiveFan; act: 'done' | 'giveUp' | 'note' };

function Entries({ filters, pathOf, onClose, onClear }: EntriesProperties) {
  const { t } = useTranslation();
  const { client } = useDesk();
  const connected = useConnected();
  const query = useInfiniteQuery(prospectiveFansQuery(client, filters));
  const acts = useProspectiveFanActs();
  const [asked, setAsked] = useState<Asked | null>(null);
  const act = (entry: DeskProspectiveFan, name: ActName) => {
    if (!connected) return;
    if (name === 'claim') void acts.claim(entry);
    else if (name === 'reopen' || name === 'release') void acts.reopen(entry);
    else setAsked({ entry, act: name });
  };
  const list = query.data?.pages.flatMap((page) => page.list) ?? [];
  const onKeyDown = useEntryKeys(list, act);
  if (query.isPending) return <Skeleton active paragraph={{ rows: 6 }} />;
  if (query.data === undefined)
    return <ErrorPanel problem={query.error} onRetry={() => void query.refetch()} />;
  return (
    <>
      {list.length === 0 ? (
        <Nothing narrowed={isNarrowed(filters)} onClear={onClear} />
      ) : (
        <ul className="desk-prospective-fans" aria-label={t('prospectiveFan.title')} onKeyDown={onKeyDown}>
          {list.map((entry) => (
            <ProspectiveFanItem
              key={entry.id}
              entry={entry}
              disabled={!connected}
              pathOf={pathOf}
              onAct={act}
              onLeave={onClose}
            />
          ))}
        </ul>
      )}
      {query.hasNextPage ? (
        <Button block loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t('prospectiveFan.more')}
        </Button>
      ) : null}
      {asked === null ? null : (
        <ProspectiveFanDialog
          key={asked.entry.id}
          entry={asked.entry}
          act={asked.act}
          acts={acts}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}

function Nothing({ narrowed, onClear }: { narrowed: boolean; onClear: () => void }) {
  const { t } = useTranslation();
  return narrowed ? (
    <EmptyState
      title={t('prospectiveFan.noMatch')}
      action={<Button onClick={onClear}>{t('prospectiveFan.clearFilters')}</Button>}
    />
  ) : (
    <EmptyState title={t('prospectiveFan.none')} hint={t('prospectiveFan.noneHint')} />
  );
}
