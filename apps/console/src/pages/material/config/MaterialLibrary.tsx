// i18n-keys: materials.types.*
import { AppstoreOutlined, BarsOutlined, PlusOutlined, UploadOutlined } from '@ant-design/icons';
import { acceptedTypes } from '@parley/api-client';
import {
  exportMaterials,
  type Material,
  type MaterialGroup,
  materialLimits,
  materialType,
} from '@parley/contract/materials';
import { ErrorPanel, lazyDialog, useFormats } from '@parley/ui';
import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton, Space, Upload } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMaterialColumns } from '../../../features/materials/columns.tsx';
import { GroupList } from '../../../features/materials/GroupList.tsx';
import {
  groups,
  type MaterialFilters,
  materials,
  readMaterialFilters,
} from '../../../features/materials/queries.ts';
import { UploadList } from '../../../features/materials/UploadList.tsx';
import { useDroppedFiles } from '../../../features/materials/use-dropped-files.ts';
import { useRefreshMaterials } from '../../../features/materials/use-refresh-materials.ts';
import { type UploadQueue, useUploadQueue } from '../../../features/materials/use-upload-queue.ts';
import { useClient } from '../../../lib/session-context.tsx';
import { useNarrow } from '../../../lib/use-narrow.ts';
import { useRestoredFocus } from '../../../lib/use-restored-focus.ts';
import type { ListDescription } from '../../../ui/list/description.ts';
import { ExportList } from '../../../ui/list/ExportList.tsx';
import { selectFilter } from '../../../ui/list/FilterSelect.tsx';
import { List } from '../../../ui/list/List.tsx';
import { useListAddress } from '../../../ui/list/use-list-address.ts';
import { useSearch } from '../../../ui/list/use-search.ts';
import { useSelection } from '../../../ui/list/use-selection.ts';
import { ScreenTexts } from '../../../ui/ScreenTexts.tsx';
import { type Open, type OpenedMaterial, useMaterialActions } from './use-material-actions.ts';

const MaterialDrawer = lazyDialog(
  async () => (await import('../../../features/materials/MaterialDrawer.tsx')).MaterialDrawer,
  { drawer: true },
);
const MaterialPreview = lazyDialog(
  async () => (await import('../../../features/materials/MaterialPreview.tsx')).MaterialPreview,
);
const DeleteMaterials = lazyDialog(
  async () => (await import('../../../features/materials/DeleteMaterials.tsx')).DeleteMaterials,
);
const MoveMaterials = lazyDialog(
  async () => (await import('../../../features/materials/MoveMaterials.tsx')).MoveMaterials,
);

/** The material library, with content that agents send often, in groups. */
export function MaterialLibrary() {
  return (
    <ScreenTexts part="material">
      <LibraryPage />
    </ScreenTexts>
  );
}

const noGroups: readonly MaterialGroup[] = [];

function LibraryPage() {
  const client = useClient();
  const [opened, open] = useState<OpenedMaterial>();
  const address = useListAddress('materials', readMaterialFilters);
  const { group, cards = false } = address.filters;
  const groupQuery = useQuery(groups(client));
  const queue = useUploadQueue(client, useRefreshMaterials());
  const groupId = group === 'none' || group === undefined ? null : group;
  const add = (files: Iterable<File>) => queue.add(files, groupId);
  const { over, handlers } = useDroppedFiles(add, opened === undefined);
  const known = groupQuery.data?.list ?? noGroups;
  const library = useLibrary({ address, known, queue, open, add });
  useRestoredFocus(opened !== undefined);
  return (
    <div
      className={cards ? 'material-library material-gallery' : 'material-library'}
      data-over={over}
      {...handlers}
    >
      <div className="panel material-side">
        {groupQuery.data === undefined ? (
          <GroupsState problem={groupQuery.error} onRetry={() => void groupQuery.refetch()} />
        ) : (
          <GroupList
            answer={groupQuery.data}
            chosen={group}
            onChoose={(next) => address.setFilters({ group: next })}
          />
        )}
      </div>
      <List list={library.list} />
      <Dialogs
        opened={opened}
        groups={known}
        groupId={groupId}
        onClose={() => open(undefined)}
        onGone={library.onGone}
      />
    </div>
  );
}

function GroupsState({ problem, onRetry }: { problem: unknown; onRetry: () => void }) {
  if (problem) return <ErrorPanel problem={problem} onRetry={onRetry} />;
  return <Skeleton active title={false} paragraph={{ rows: 4 }} />;
}

type LibraryOptions = {
  address: ReturnType<typeof useListAddress<ReturnType<typeof readMaterialFilters>>>;
  known: readonly MaterialGroup[];
  queue: UploadQueue;
  open: Open;
  add: (files: Iterable<File>) => void;
};

function useLibrary({ address, known, queue, open, add }: LibraryOptions) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const { filters, setFilters } = address;
  const { cards = false, ...narrowing } = filters;
  const selection = useSelection<Material>(narrowing);
  const { rowActions, batchActions } = useMaterialActions(open);
  const onPreview = (material: Material) => open({ what: 'preview', material });
  const list: ListDescription<Material> = {
    title: t('page.materialConfig'),
    hint: t('materials.hint', { most: number(materialLimits.workspace) }),
    address,
    rows: { kind: 'pages', query: useQuery(materials(useClient(), filters)) },
    rowKey: ({ id }) => id,
    rowName: ({ title }) => title,
    columns: useMaterialColumns({ groups: known, onPreview }),
    standardSort: 'updatedAt.desc',
    asCards: cards,
    search: useSearch(t('materials.search'), address),
    filters: [
      selectFilter({
        name: 'type',
        label: t('materials.type'),
        options: materialType.options.map((value) => ({ value, label: t(`materials.types.${value}`) })),
        value: filters.type,
        onFilter: setFilters,
      }),
      selectFilter({
        name: 'group',
        label: t('materials.group'),
        options: [
          ...known.map(({ id, name }) => ({ value: id, label: name })),
          { value: 'none', label: t('materials.ungrouped') },
        ],
        value: filters.group,
        onFilter: setFilters,
        long: true,
      }),
    ],
    rowActions,
    batch: { label: t('materials.selected'), selection, actions: batchActions },
    notice: queue.uploads.length > 0 ? <UploadList queue={queue} /> : undefined,
    tools: (
      <>
        <ExportMaterials filters={narrowing} />
        <ViewSwitch cards={cards} onChange={(view) => setFilters({ view })} />
      </>
    ),
    action: <AddButtons open={open} add={add} />,
    none: { title: t('materials.none'), hint: t('materials.noneHint') },
  };
  return {
    list,
    onGone: (ids?: readonly string[]) => (ids === undefined ? selection.clear() : selection.drop(ids)),
  };
}

function ExportMaterials({ filters }: { filters: Omit<MaterialFilters, 'cards'> }) {
  const { t } = useTranslation();
  const client = useClient();
  return (
    <ExportList
      title={t('page.materialConfig')}
      filters={filters}
      download={(query, options) => client.download(exportMaterials, { query }, options)}
    />
  );
}

/** Switches between table and cards; hidden on a phone, which always shows cards. */
function ViewSwitch({ cards, onChange }: { cards: boolean; onChange: (view: 'cards' | undefined) => void }) {
  const { t } = useTranslation();
  if (useNarrow()) return null;
  const other = t(cards ? 'materials.asTable' : 'materials.asCards');
  return (
    <Button
      icon={cards ? <BarsOutlined aria-hidden /> : <AppstoreOutlined aria-hidden />}
      aria-label={other}
      title={other}
      onClick={() => onChange(cards ? undefined : 'cards')}
    />
  );
}

function AddButtons({ open, add }: Pick<LibraryOptions, 'open' | 'add'>) {
  const { t } = useTranslation();
  return (
    <Space wrap size="small">
      <Button icon={<PlusOutlined aria-hidden />} onClick={() => open({ what: 'form', type: 'text' })}>
        {t('materials.addText')}
      </Button>
      <Button icon={<PlusOutlined aria-hidden />} onClick={() => open({ what: 'form', type: 'card' })}>
        {t('materials.addCard')}
      </Button>
      <Upload
        accept={acceptedTypes('material')}
        multiple
        showUploadList={false}
        beforeUpload={(file) => {
          add([file]);
          return false;
        }}
      >
        <Button type="primary" icon={<UploadOutlined aria-hidden />} title={t('materials.uploadHint')}>
          {t('materials.upload')}
        </Button>
      </Upload>
    </Space>
  );
}

type DialogProperties = {
  opened: OpenedMaterial | undefined;
  groups: readonly MaterialGroup[];
  groupId: string | null;
  onClose: () => void;
  /** Called when materials were moved or deleted; without ids: all selected ones. */
  onGone: (ids?: readonly string[]) => void;
};

function Dialogs({ opened, groups: known, groupId, onClose, onGone }: DialogProperties) {
  switch (opened?.what) {
    case 'form':
      return (
        <MaterialDrawer
          type={opened.type}
          existing={opened.existing}
          copied={opened.copied}
          groupId={groupId}
          groups={known}
          onClose={onClose}
        />
      );
    case 'preview':
      return <MaterialPreview material={opened.material} onClose={onClose} />;
    case 'deletion':
      return <DeleteMaterials materials={opened.materials} onClose={onClose} onDeleted={onGone} />;
    case 'move':
      return (
        <MoveMaterials
          materials={opened.materials}
          groups={known}
          onClose={onClose}
          onMoved={() => onGone()}
        />
      );
    default:
      return null;
  }
}
