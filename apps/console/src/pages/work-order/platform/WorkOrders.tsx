import '../../../features/work-orders/work-orders.css';
import { PlusOutlined } from '@ant-design/icons';
import { exportWorkOrders, type WorkOrder } from '@parley/contract/work-orders';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RulesLink } from '../../../entities/fan-counting/RulesLink.tsx';
import { useWorkOrderColumns } from '../../../features/work-orders/columns.tsx';
import { readWorkOrderFilters, workOrders } from '../../../features/work-orders/queries.ts';
import { useWorkOrderActions } from '../../../features/work-orders/use-work-order-actions.ts';
import { useWorkOrderFilters } from '../../../features/work-orders/use-work-order-filters.ts';
import { paths } from '../../../lib/paths.ts';
import { useClient } from '../../../lib/session-context.tsx';
import { useFocusBack } from '../../../lib/use-focus-back.ts';
import { ExportFile } from '../../../ui/ExportFile.tsx';
import { lazyWithSuspense } from '../../../ui/lazy-with-suspense.tsx';
import type { ListDescription } from '../../../ui/list/description.ts';
import { List } from '../../../ui/list/List.tsx';
import { useListAddress } from '../../../ui/list/use-list-address.ts';
import { useSearch } from '../../../ui/list/use-search.ts';
import { FanTexts } from '../../../ui/ScreenTexts.tsx';

const DeleteWorkOrder = lazyWithSuspense(
  async () => (await import('../../../features/work-orders/DeleteWorkOrder.tsx')).DeleteWorkOrder,
);
const DetailsDrawer = lazyWithSuspense(
  async () => (await import('../../../features/work-orders/DetailsDrawer.tsx')).DetailsDrawer,
);
const WorkOrderDrawer = lazyWithSuspense(
  async () => (await import('../../../features/work-orders/WorkOrderDrawer.tsx')).WorkOrderDrawer,
);

/** The drawer or dialog above the list. */
type Opened =
  | { what: 'form'; existing: WorkOrder | undefined }
  | { what: 'details'; order: WorkOrder }
  | { what: 'deletion'; order: WorkOrder };
type Open = (opened: Opened) => void;

/** Work orders: the goals of each sub-account on each platform, and how far they are. */
export function WorkOrders() {
  return (
    <FanTexts>
      <WorkOrdersPage />
    </FanTexts>
  );
}

function WorkOrdersPage() {
  const [opened, setOpened] = useState<Opened>();
  const list = useWorkOrderList(setOpened);
  return (
    <>
      <List list={list} />
      <Above opened={opened} rows={list.rows.query.data} onClose={() => setOpened(undefined)} />
    </>
  );
}

function useWorkOrderList(open: Open) {
  const { t } = useTranslation();
  const client = useClient();
  const address = useListAddress('work-orders', readWorkOrderFilters);
  const { filters, setFilters } = address;
  const query = useQuery(workOrders(client, filters));
  const { pageNo: _, pageSize: __, ...narrowing } = filters;
  return {
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
      onShow: (order) => open({ what: 'details', order }),
      onChange: (existing) => open({ what: 'form', existing }),
      onDelete: (order) => open({ what: 'deletion', order }),
    }),
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
      <ExportFile
        otherwise={`${t('page.workOrders')}.xlsx`}
        download={(options) => client.download(exportWorkOrders, { query: narrowing }, options)}
      />
    ),
    none: { title: t('workOrders.none'), hint: t('workOrders.noneHint') },
  } satisfies ListDescription<WorkOrder>;
}

type AboveProperties = {
  opened: Opened | undefined;
  rows: { list: readonly WorkOrder[] } | undefined;
  onClose: () => void;
};

function Above({ opened, rows, onClose }: AboveProperties) {
  useFocusBack(opened !== undefined);
  switch (opened?.what) {
    case 'form':
      return <WorkOrderDrawer existing={opened.existing} page={paths.workOrders} onClose={onClose} />;
    case 'details': {
      // The list is live, and so is what stands above it.
      const order = rows?.list.find(({ id }) => id === opened.order.id) ?? opened.order;
      return <DetailsDrawer order={order} onClose={onClose} />;
    }
    case 'deletion':
      return <DeleteWorkOrder order={opened.order} onClose={onClose} />;
    default:
      return null;
  }
}
