import { lazyDialog } from '@parley/ui';
import '../../../features/work-order-shares/shares.css';
import { PlusOutlined } from '@ant-design/icons';
import { exportWorkOrderShares, type WorkOrderShare } from '@parley/contract/work-order-shares';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useShareColumns } from '../../../features/work-order-shares/columns.tsx';
import { readShareFilters, shares } from '../../../features/work-order-shares/queries.ts';
import { useShareActions } from '../../../features/work-order-shares/use-share-actions.ts';
import { useShareFilters } from '../../../features/work-order-shares/use-share-filters.ts';
import { useClient } from '../../../lib/session-context.tsx';
import { useRestoredFocus } from '../../../lib/use-restored-focus.ts';
import type { ListDescription } from '../../../ui/list/description.ts';
import { ExportList } from '../../../ui/list/ExportList.tsx';
import { List } from '../../../ui/list/List.tsx';
import { useListAddress } from '../../../ui/list/use-list-address.ts';
import { useSearch } from '../../../ui/list/use-search.ts';
import { FanTexts } from '../../../ui/ScreenTexts.tsx';

const ShareDialog = lazyDialog(
  async () => (await import('../../../features/work-order-shares/ShareDialog.tsx')).ShareDialog,
);
const ShareLink = lazyDialog(
  async () => (await import('../../../features/work-order-shares/ShareLink.tsx')).ShareLink,
);

/** The dialog above the list. */
type Opened =
  | { what: 'form'; existing: WorkOrderShare | undefined }
  | { what: 'link'; share: WorkOrderShare };

/** `/workOrder/multiAccount`: the links by which work orders are shared, one or several per link. */
export function MultiAccount() {
  return (
    <FanTexts>
      <MultiAccountPage />
    </FanTexts>
  );
}

function MultiAccountPage() {
  const [opened, setOpened] = useState<Opened>();
  const list = useShareList(setOpened);
  useRestoredFocus(opened !== undefined);
  const close = () => setOpened(undefined);
  return (
    <>
      <List list={list} />
      {opened?.what === 'form' ? (
        <ShareDialog
          existing={opened.existing}
          onClose={close}
          onShared={(share) => setOpened({ what: 'link', share })}
        />
      ) : null}
      {opened?.what === 'link' ? <ShareLink share={opened.share} onClose={close} /> : null}
    </>
  );
}

function useShareList(open: (opened: Opened) => void): ListDescription<WorkOrderShare> {
  const { t } = useTranslation();
  const address = useListAddress('work-order-shares', readShareFilters);
  const { filters, setFilters } = address;
  const client = useClient();
  const query = useQuery(shares(client, filters));
  return {
    title: t('page.workOrderSharing'),
    address,
    rows: { kind: 'pages', query },
    rowKey: ({ id }) => id,
    rowName: ({ title }) => title,
    columns: useShareColumns(),
    standardSort: 'sharedAt.desc',
    search: useSearch(t('shareLinks.search'), address),
    filters: useShareFilters(filters, setFilters),
    rowActions: useShareActions({
      onLink: (share) => open({ what: 'link', share }),
      onChange: (existing) => open({ what: 'form', existing }),
    }),
    tools: (
      <ExportList
        title={t('page.workOrderSharing')}
        filters={filters}
        download={(chosen, options) => client.download(exportWorkOrderShares, { query: chosen }, options)}
      />
    ),
    action: (
      <Button
        type="primary"
        icon={<PlusOutlined aria-hidden />}
        onClick={() => open({ what: 'form', existing: undefined })}
      >
        {t('workOrderShares.create')}
      </Button>
    ),
    none: { title: t('shareLinks.none'), hint: t('workOrderShares.noneHint') },
  };
}
