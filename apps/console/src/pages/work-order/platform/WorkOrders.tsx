import { lazyDialog } from '@parley/ui';
import '../../../features/work-order-shares/shares.css';
import '../../../features/work-orders/work-orders.css';
import { PlusOutlined } from '@ant-design/icons';
import type { WorkOrderShare } from '@parley/contract/work-order-shares';
import { exportWorkOrders, type WorkOrder } from '@parley/contract/work-orders';
import { useQuery } from '@tanstack/react-query';
import { Button, Space } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { RulesLink } from '../../../entities/fan-counting/RulesLink.tsx';
import { useWorkOrderColumns } from '../../../features/work-orders/columns.tsx';
import { readWorkOrderFilters, workOrders } from '../../../features/work-orders/queries.ts';
import { useWorkOrderActions } from '../../../features/work-orders/use-work-order-actions.ts';
import { useWorkOrderFilters } from '../../../features/work-orders/use-work-order-filters.ts';
import { paths } from '../../../lib/paths.ts';
import { useClient } from '../../../lib/session-context.tsx';
import { useAddressedPart } from '../../../lib/use-addressed-part.ts';
import { useRestoredFocus } from '../../../lib/use-restored-focus.ts';
import type { BatchAction, ListDescription } from '../../../ui/list/description.ts';
import { ExportList } from '../../../ui/list/ExportList.tsx';
import { List } from '../../../ui/list/List.tsx';
import { useListAddress } from '../../../ui/list/use-list-address.ts';
import { useSearch } from '../../../ui/list/use-search.ts';
import { useSelection } from '../../../ui/list/use-selection.ts';
import { FanTexts } from '../../../ui/ScreenTexts.tsx';

const ChangeStatus = lazyDialog(
  async () => (await import('../../../features/work-orders/ChangeStatus.tsx')).ChangeStatus,
);
const DeleteWorkOrder = lazyDialog(
  async () => (await import('../../../features/work-orders/DeleteWorkOrder.tsx')).DeleteWorkOrder,
);
const DetailsDrawer = lazyDialog(
  async () => (await import('../../../features/work-orders/DetailsDrawer.tsx')).DetailsDrawer,
  { drawer: true },
);
const ShareDialog = lazyDialog(
  async () => (await import('../../../features/work-order-shares/ShareDialog.tsx')).ShareDialog,
);
const ShareLink = lazyDialog(
  async () => (await import('../../../features/work-order-shares/ShareLink.tsx')).ShareLink,
);
const WorkOrderDrawer = lazyDialog(
  async () => (await import('../../../features/work-orders/WorkOrderDrawer.tsx')).WorkOrderDrawer,
  { drawer: true },
);

/** Returns the path of the list of links to a work order. */
const sharesOf = ({ id }: WorkOrder) =>
  `${paths.workOrderSharing}?${new URLSearchParams({ workOrderId: id })}`;

/** The drawer or dialog above the list. */
type Opened =
  | { what: 'form'; existing: WorkOrder | undefined }
  | { what: 'sharing'; order: WorkOrder }
  | { what: 'link'; share: WorkOrderShare }
  | { what: 'deletion'; order: WorkOrder }
  | { what: 'status'; rows: readonly WorkOrder[]; status: WorkOrder['status'] };
type Open = (opened: Opened) => void;

/** The work orders: the goals of each sub-account per platform, and their progress. */
export function WorkOrders() {
  return (
    <FanTexts>
      <WorkOrdersPage />
    </FanTexts>
  );
}

function WorkOrdersPage() {
  const [opened, setOpened] = useState<Opened>();
  const { named: workOrderId, open: onShow, close: onHide } = useAddressedPart('order');
  const { list, selection } = useWorkOrderList(setOpened, onShow);
  useRestoredFocus(opened !== undefined || workOrderId !== null);
  const onShare = (order: WorkOrder) => {
    onHide();
    setOpened({ what: 'sharing', order });
  };
  return (
    <>
      <List list={list} />
      {workOrderId === null ? null : (
        <DetailsDrawer
          key={workOrderId}
          workOrderId={workOrderId}
          listed={list.rows.query.data?.list.find(({ id }) => id === workOrderId)}
          actions={(order) => <Sharing order={order} onShare={() => onShare(order)} />}
          onClose={onHide}
        />
      )}
      <Overlay
        opened={opened}
        open={setOpened}
        onClose={() => setOpened(undefined)}
        onChanged={selection.clear}
      />
    </>
  );
}

/** @param onShow opens the details, which are in the URL so that a link or a reload opens them and Back closes them */
function useWorkOrderList(open: Open, onShow: (workOrderId: string) => void) {
  const { t } = useTranslation();
  const client = useClient();
  const address = useListAddress('work-orders', readWorkOrderFilters);
  const { filters, setFilters } = address;
  const query = useQuery(workOrders(client, filters));
  const selection = useSelection<WorkOrder>(filters);
  const list = {
    title: t('page.workOrders'),
    countsDays: true,
    hint: <RulesLink />,
    address,
    rows: { kind: 'pages', query },
    rowKey: ({ id }) => id,
    rowName: ({ name }) => name,
    columns: useWorkOrderColumns(),
    search: useSearch(t('workOrders.search'), address),
    filters: useWorkOrderFilters(filters, setFilters),
    standardSort: 'createdAt.desc',
    rowActions: useWorkOrderActions({
      onShow: ({ id }) => onShow(id),
      onShare: (order) => open({ what: 'sharing', order }),
      sharesOf,
      onChange: (existing) => open({ what: 'form', existing }),
      onDelete: (order) => open({ what: 'deletion', order }),
    }),
    batch: {
      label: t('workOrders.batch.selected'),
      selection,
      actions: useBatchActions([...selection.rows.values()], open),
    },
    action: (
      <Button
        type="primary"
        icon={<PlusOutlined aria-hidden />}
        onClick={() => open({ what: 'form', existing: undefined })}
      >
        {t('workOrders.create')}
      </Button>
    ),
    tools: (
      <ExportList
        title={t('page.workOrders')}
        filters={filters}
        download={(chosen, options) => client.download(exportWorkOrders, { query: chosen }, options)}
      />
    ),
    none: { title: t('workOrders.none'), hint: t('workOrders.noneHint') },
  } satisfies ListDescription<WorkOrder>;
  return { list, selection };
}

/** Closes and reopens selected work orders. Deletions are single: each lists what is lost. */
function useBatchActions(selected: readonly WorkOrder[], open: Open): readonly BatchAction<WorkOrder>[] {
  const { t } = useTranslation();
  const change = (status: WorkOrder['status']) => (rows: readonly WorkOrder[]) =>
    open({ what: 'status', rows: rows.filter((row) => row.status !== status), status });
  const none = (status: WorkOrder['status']) => selected.every((row) => row.status !== status);
  return [
    {
      key: 'close',
      label: t('workOrders.close'),
      disabled: none('open'),
      reason: none('open') ? t('workOrders.batch.allClosed') : undefined,
      onAct: change('closed'),
    },
    {
      key: 'reopen',
      label: t('workOrders.reopen'),
      disabled: none('closed'),
      reason: none('closed') ? t('workOrders.batch.allOpen') : undefined,
      onAct: change('open'),
    },
  ];
}

type OverlayProperties = {
  opened: Opened | undefined;
  open: Open;
  onClose: () => void;
  onChanged: () => void;
};

function Overlay({ opened, open, onClose, onChanged }: OverlayProperties) {
  switch (opened?.what) {
    case 'form':
      return <WorkOrderDrawer existing={opened.existing} onClose={onClose} />;
    case 'sharing':
      return (
        <ShareDialog
          orders={[opened.order]}
          onClose={onClose}
          onShared={(share) => open({ what: 'link', share })}
        />
      );
    case 'link':
      return <ShareLink share={opened.share} onClose={onClose} />;
    case 'deletion':
      return <DeleteWorkOrder order={opened.order} onClose={onClose} />;
    case 'status': {
      const { rows: orders, status } = opened;
      return <ChangeStatus rows={orders} status={status} onClose={onClose} onDone={onChanged} />;
    }
    default:
      return null;
  }
}

/** Buttons that share the work order and open its links. */
function Sharing({ order, onShare }: { order: WorkOrder; onShare: () => void }) {
  const { t } = useTranslation();
  return (
    <Space>
      <Link to={sharesOf(order)}>{t('workOrders.shares')}</Link>
      <Button onClick={onShare}>{t('workOrders.share')}</Button>
    </Space>
  );
}
