/** The form values of a share, and the request made from them. */
import type { RequestOf } from '@parley/contract';
import type { createWorkOrderShare, FanNames, WorkOrderShare } from '@parley/contract/work-order-shares';
import { type AccessValues, accessFrom, accessValuesOf } from '../../entities/share-links/access-values.ts';

export type ShareValues = AccessValues & {
  title: string;
  orderIds: string[];
  /** The selected social accounts by work order; empty or left out: all. */
  accounts: Record<string, string[] | undefined>;
  fanNames: FanNames;
  chatHistory: boolean;
};

const standardDays = 30;

/**
 * Returns the initial values of a new share, titled after its only work order, whose name the shared page shows anyway.
 *
 * @param orders the already selected ones
 */
export const blank = (orders: readonly { id: string; name: string }[] = []): ShareValues => ({
  title: orders.length === 1 ? (orders[0]?.name ?? '') : '',
  orderIds: orders.map(({ id }) => id),
  accounts: {},
  ...accessValuesOf(undefined, standardDays),
  fanNames: 'none',
  chatHistory: false,
});

export const valuesOf = (share: WorkOrderShare): ShareValues => ({
  title: share.title,
  orderIds: share.orders.map(({ workOrderId }) => workOrderId),
  accounts: Object.fromEntries(
    share.orders.map(({ workOrderId, socialAccountIds }) => [workOrderId, socialAccountIds ?? []]),
  ),
  ...accessValuesOf(share, standardDays),
  fanNames: share.fanNames,
  chatHistory: share.chatHistory,
});

type ShareBody = RequestOf<typeof createWorkOrderShare>['body'];

export function formFrom(values: ShareValues): ShareBody {
  const { title, fanNames, chatHistory } = values;
  return {
    title: title.trim(),
    ...accessFrom(values, standardDays),
    fanNames,
    chatHistory,
    orders: values.orderIds.map((workOrderId) => {
      const chosen = values.accounts[workOrderId] ?? [];
      return { workOrderId, socialAccountIds: chosen.length === 0 ? null : chosen };
    }),
  };
}
