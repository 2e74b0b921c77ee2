import { PlusOutlined, SearchOutlined } from '@ant-design/icons';
import { type DedupeLibrary, exportDedupeLibraries } from '@parley/contract/dedupe-libraries';
import { lazyDialog, lazyPart, useFormats } from '@parley/ui';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SubAccountNamesById } from '../../../entities/sub-accounts/SubAccountNamesById.tsx';
import { SubAccountsSelect } from '../../../entities/sub-accounts/SubAccountsSelect.tsx';
import { useLibraryColumns } from '../../../features/dedupe-libraries/columns.tsx';
import {
  dedupeLibraries,
  latestImport,
  readLibraryFilters,
} from '../../../features/dedupe-libraries/queries.ts';
import { useLibraryActions } from '../../../features/dedupe-libraries/use-library-actions.ts';
import { useLibraryFilters } from '../../../features/dedupe-libraries/use-library-filters.ts';
import { useClient } from '../../../lib/session-context.tsx';
import { useRestoredFocus } from '../../../lib/use-restored-focus.ts';
import type { ListDescription } from '../../../ui/list/description.ts';
import { ExportList } from '../../../ui/list/ExportList.tsx';
import { List } from '../../../ui/list/List.tsx';
import { useListAddress } from '../../../ui/list/use-list-address.ts';
import { useSearch } from '../../../ui/list/use-search.ts';
import { type Selection, useSelection } from '../../../ui/list/use-selection.ts';
import { FanTexts } from '../../../ui/ScreenTexts.tsx';

const DeleteLibraries = lazyDialog(
  async () => (await import('../../../features/dedupe-libraries/DeleteLibraries.tsx')).DeleteLibraries,
);
const FindEntry = lazyDialog(
  async () => (await import('../../../features/dedupe-libraries/FindEntry.tsx')).FindEntry,
);
const ImportLibrary = lazyDialog(
  async () => (await import('../../../features/dedupe-libraries/ImportLibrary.tsx')).ImportLibrary,
);
const ImportState = lazyPart(
  async () => (await import('../../../features/dedupe-libraries/ImportState.tsx')).ImportState,
);
const LibraryDrawer = lazyDialog(
  async () => (await import('../../../features/dedupe-libraries/LibraryDrawer.tsx')).LibraryDrawer,
  { drawer: true },
);

const namesOf = (ids: readonly string[]) => <SubAccountNamesById ids={ids} />;

/** The dialog above the list. */
type Opened =
  | { what: 'form'; existing: DedupeLibrary | undefined }
  | { what: 'import'; library: DedupeLibrary }
  | { what: 'running'; importId: string; name: string }
  | { what: 'find' }
  | { what: 'deletion'; libraries: readonly DedupeLibrary[] };
type Open = (opened: Opened) => void;

/** The dedupe libraries, with the people already known to the owner by platform, and imports into them. */
export function DedupeLibraries() {
  return (
    <FanTexts>
      <DedupeLibrariesPage />
    </FanTexts>
  );
}

function DedupeLibrariesPage() {
  const [opened, setOpened] = useState<Opened>();
  const { list, selection } = useLibraryList(setOpened);
  return (
    <>
      <List list={list} />
      <Overlay opened={opened} onClose={() => setOpened(undefined)} onDeleted={selection.drop} />
    </>
  );
}

function useLibraryList(open: Open): {
  list: ListDescription<DedupeLibrary>;
  selection: Selection<DedupeLibrary>;
} {
  const { t } = useTranslation();
  const address = useListAddress('dedupe-libraries', readLibraryFilters);
  const { filters, setFilters } = address;
  const client = useClient();
  const query = useQuery(dedupeLibraries(client, filters));
  const selection = useSelection<DedupeLibrary>(filters);
  const { rowActions, batchActions } = useLibraryActions({
    onImport: (library) => open({ what: 'import', library }),
    onChange: (existing) => open({ what: 'form', existing }),
    onDelete: (libraries) => open({ what: 'deletion', libraries }),
  });
  const list: ListDescription<DedupeLibrary> = {
    title: t('page.dedupeLibraries'),
    hint: t('dedupeLibraries.hint'),
    address,
    rows: { kind: 'pages', query },
    rowKey: ({ id }) => id,
    rowName: ({ name }) => name,
    columns: useLibraryColumns(namesOf),
    search: useSearch(t('dedupeLibraries.search'), address),
    filters: useLibraryFilters(filters, setFilters),
    standardSort: 'createdAt.desc',
    rowActions,
    batch: { label: t('dedupeLibraries.selected'), selection, actions: batchActions },
    action: (
      <Button
        type="primary"
        icon={<PlusOutlined aria-hidden />}
        onClick={() => open({ what: 'form', existing: undefined })}
      >
        {t('dedupeLibraries.create')}
      </Button>
    ),
    tools: (
      <>
        <Button icon={<SearchOutlined aria-hidden />} onClick={() => open({ what: 'find' })}>
          {t('dedupeLibraries.find')}
        </Button>
        <ExportList
          title={t('page.dedupeLibraries')}
          filters={filters}
          download={(chosen, options) => client.download(exportDedupeLibraries, { query: chosen }, options)}
        />
      </>
    ),
    notice: <RunningImport open={open} />,
    none: { title: t('dedupeLibraries.none'), hint: t('dedupeLibraries.noneHint') },
  };
  return { list, selection };
}

/** Notice of the running import, started by any user. */
function RunningImport({ open }: { open: Open }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const { data: item } = useQuery(latestImport(useClient()));
  if (item?.state !== 'running') return null;
  const percent = `${number(Math.floor(item.progress * 100))} %`;
  return (
    <Alert
      type="info"
      showIcon
      title={t('dedupeImport.runningNotice', { file: item.fileName, library: item.libraryName, percent })}
      action={
        <Button
          size="small"
          onClick={() => open({ what: 'running', importId: item.id, name: item.libraryName })}
        >
          {t('dedupeImport.show')}
        </Button>
      }
    />
  );
}

type OverlayProperties = {
  opened: Opened | undefined;
  onClose: () => void;
  onDeleted: (ids: readonly string[]) => void;
};

/** The open drawer or dialog. */
function Overlay({ opened, onClose, onDeleted }: OverlayProperties) {
  const { t } = useTranslation();
  useRestoredFocus(opened !== undefined);
  switch (opened?.what) {
    case 'form':
      return (
        <LibraryDrawer
          existing={opened.existing}
          subAccountsField={<SubAccountsSelect />}
          onClose={onClose}
        />
      );
    case 'import':
      return <ImportLibrary library={opened.library} onClose={onClose} />;
    case 'running':
      return (
        <Modal
          open
          width={720}
          title={t('dedupeImport.title', { name: opened.name })}
          footer={<Button onClick={onClose}>{t('dedupeLibraries.close')}</Button>}
          onCancel={onClose}
        >
          <ImportState importId={opened.importId} />
        </Modal>
      );
    case 'find':
      return <FindEntry onClose={onClose} />;
    case 'deletion':
      return (
        <DeleteLibraries
          libraries={opened.libraries}
          onClose={onClose}
          onDeleted={(ids) => {
            onDeleted(ids);
            onClose();
          }}
        />
      );
    default:
      return null;
  }
}
