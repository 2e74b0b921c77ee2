/** The form of a share, and what it sends. */
import type { RequestOf } from '@parley/contract';
import type {
  createWorkOrderShare,
  FanNames,
  ShareAccess,
  WorkOrderShare,
} from '@parley/contract/work-order-shares';

export type ShareValues = {
  title: string;
  orderIds: string[];
  /** The chosen social accounts by work order; empty or left out: all of them. */
  accounts: Record<string, string[] | undefined>;
  access: ShareAccess;
  password: string;
  validity: 'unlimited' | 'days';
  validDays: number | null;
  fanNames: FanNames;
};

const standardDays = 30;

/** `orderIds`: those that are chosen already. */
export const blank = (orderIds: readonly string[] = []): ShareValues => ({
  title: '',
  orderIds: [...orderIds],
  accounts: {},
  access: 'password',
  password: '',
  validity: 'days',
  validDays: standardDays,
  fanNames: 'none',
});

export const valuesOf = (share: WorkOrderShare): ShareValues => ({
  title: share.title,
  orderIds: share.orders.map(({ workOrderId }) => workOrderId),
  accounts: Object.fromEntries(
    share.orders.map(({ workOrderId, socialAccountIds }) => [workOrderId, socialAccountIds ?? []]),
  ),
  access: share.access,
  password: '',
  validity: share.validDays === null ? 'unlimited' : 'days',
  validDays: share.validDays ?? standardDays,
  fanNames: share.fanNames,
});

type ShareBody = RequestOf<typeof createWorkOrderShare>['body'];

/** An empty password keeps the one that the work orders have. */
export function formFrom(values: ShareValues): ShareBody {
  const { title, access, fanNames, password } = values;
  return {
    title: title.trim(),
    access,
    fanNames,
    validDays: values.validity === 'unlimited' ? null : (values.validDays ?? standardDays),
    password: access === 'password' && password !== '' ? password : null,
    orders: values.orderIds.map((workOrderId) => {
      const chosen = values.accounts[workOrderId] ?? [];
      return { workOrderId, socialAccountIds: chosen.length === 0 ? null : chosen };
    }),
  };
}
