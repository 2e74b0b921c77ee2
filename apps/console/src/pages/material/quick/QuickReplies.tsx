import { PlusOutlined } from '@ant-design/icons';
import { exportQuickReplies, type QuickReply, quickReplyLimits } from '@parley/contract/quick-replies';
import { lazyDialog, useFormats } from '@parley/ui';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useQuickReplyColumns } from '../../../features/quick-replies/columns.tsx';
import { quickReplies, readQuickReplyFilters } from '../../../features/quick-replies/queries.ts';
import { useClient } from '../../../lib/session-context.tsx';
import { useRestoredFocus } from '../../../lib/use-restored-focus.ts';
import type { ListDescription, RowAction } from '../../../ui/list/description.ts';
import { ExportList } from '../../../ui/list/ExportList.tsx';
import { List } from '../../../ui/list/List.tsx';
import { useListAddress } from '../../../ui/list/use-list-address.ts';
import { useSearch } from '../../../ui/list/use-search.ts';
import { type Selection, useSelection } from '../../../ui/list/use-selection.ts';
import { ScreenTexts } from '../../../ui/ScreenTexts.tsx';

const QuickReplyDrawer = lazyDialog(
  async () => (await import('../../../features/quick-replies/QuickReplyDrawer.tsx')).QuickReplyDrawer,
  { drawer: true },
);
const DeleteQuickReplies = lazyDialog(
  async () => (await import('../../../features/quick-replies/DeleteQuickReplies.tsx')).DeleteQuickReplies,
);

/** The dialog above the list. */
type Opened =
  | { what: 'form'; existing?: QuickReply; copied?: QuickReply }
  | { what: 'deletion'; replies: readonly QuickReply[] };
type Open = (opened: Opened) => void;

/** Quick replies, texts that agents send often, with variables and translations. */
export function QuickReplies() {
  return (
    <ScreenTexts part="material">
      <QuickRepliesPage />
    </ScreenTexts>
  );
}

function QuickRepliesPage() {
  const [opened, setOpened] = useState<Opened>();
  const { list, selection } = useQuickReplyList(setOpened);
  const close = () => setOpened(undefined);
  useRestoredFocus(opened !== undefined);
  return (
    <>
      <List list={list} />
      {opened?.what === 'form' ? (
        <QuickReplyDrawer existing={opened.existing} copied={opened.copied} onClose={close} />
      ) : null}
      {opened?.what === 'deletion' ? (
        <DeleteQuickReplies replies={opened.replies} onClose={close} onDeleted={selection.drop} />
      ) : null}
    </>
  );
}

function useQuickReplyList(open: Open): {
  list: ListDescription<QuickReply>;
  selection: Selection<QuickReply>;
} {
  const { t } = useTranslation();
  const { number } = useFormats();
  const address = useListAddress('quick-replies', readQuickReplyFilters);
  const client = useClient();
  const query = useQuery(quickReplies(client, address.filters));
  const selection = useSelection<QuickReply>(address.filters);
  const remove = (replies: readonly QuickReply[]) => open({ what: 'deletion', replies });
  const list: ListDescription<QuickReply> = {
    title: t('page.quickReplies'),
    hint: t('quickReplies.hint', { most: number(quickReplyLimits.workspace) }),
    address,
    rows: { kind: 'pages', query },
    rowKey: ({ id }) => id,
    rowName: ({ title }) => title,
    columns: useQuickReplyColumns(),
    standardSort: 'name.asc',
    search: useSearch(t('quickReplies.search'), address),
    rowActions: useRowActions(open, remove),
    batch: {
      label: t('quickReplies.selected'),
      selection,
      actions: [{ key: 'delete', label: t('quickReplies.delete'), danger: true, onAct: remove }],
    },
    tools: (
      <ExportList
        title={t('page.quickReplies')}
        filters={address.filters}
        download={(chosen, options) => client.download(exportQuickReplies, { query: chosen }, options)}
      />
    ),
    action: (
      <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => open({ what: 'form' })}>
        {t('quickReplies.create')}
      </Button>
    ),
    none: { title: t('quickReplies.none'), hint: t('quickReplies.noneHint') },
  };
  return { list, selection };
}

function useRowActions(open: Open, remove: (replies: readonly QuickReply[]) => void) {
  const { t } = useTranslation();
  return (reply: QuickReply): readonly RowAction[] => [
    {
      key: 'edit',
      label: t('quickReplies.edit'),
      beside: t('quickReplies.editNamed', { title: reply.title }),
      onAct: () => open({ what: 'form', existing: reply }),
    },
    {
      key: 'copy',
      label: t('quickReplies.copy'),
      onAct: () => open({ what: 'form', copied: reply }),
    },
    {
      key: 'delete',
      label: t('quickReplies.delete'),
      danger: true,
      divided: true,
      onAct: () => remove([reply]),
    },
  ];
}
