import type { InterfaceLanguage } from '@parley/contract';
import type { WorkOrderChanges, WorkOrderForm } from '@parley/contract/work-orders';
import { databaseErrorCode, type Tx } from '../../base/db/database.ts';
import { AppError, assertFound } from '../../base/http/app-error.ts';
import type { RequestOrigin } from '../../base/http/origin.ts';
import { newId, type WorkspaceId } from '../../base/ids.ts';
import type { WorkOrderRow } from '../../schema/work-orders.ts';
import { changesOf, record } from '../audit/index.ts';
import { barredBy } from '../ports/index.ts';
import { lockSubAccounts } from '../sub-accounts/index.ts';
import { calendarOf, knownTimeZone } from '../workspaces/index.ts';
import { presentTime } from './presenter.ts';
import { catchUp } from './resets/service.ts';
import { beginDayAt, moveNextReset } from './resets/store.ts';
import * as store from './store.ts';

/** The requester, the time (ms), and the language of messages about refused fields. */
export type Act = {
  workspaceId: WorkspaceId;
  now: number;
  language: InterfaceLanguage;
  origin: RequestOrigin;
};

export const orderObject = (id: string, name: string) => ({ kind: 'work-order', id, name }) as const;

/** Throws `work-order.already-open` if the database refuses a second open order of a sub-account and platform. */
async function refusingSecond<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (databaseErrorCode(error) !== '23505') throw error;
    throw new AppError('work-order.already-open', { cause: error });
  }
}

/** Throws what the endpoint declares, and `request.invalid` for an unknown time zone. Returns the order's id. */
export async function createWorkOrder(
  tx: Tx,
  { workspaceId, now, language, origin }: Act,
  form: WorkOrderForm,
): Promise<string> {
  const [held] = await lockSubAccounts(tx, workspaceId, [form.subAccountId]);
  const { platforms } = assertFound(held, 'sub-account.not-found');
  // A disabled sub-account may get a work order, which waits until it is enabled.
  if (barredBy({ status: 'normal', platforms }, form.platform))
    throw new AppError('sub-account.platform-not-permitted');
  const timeZone =
    form.timeZone === undefined
      ? (await calendarOf(tx, workspaceId)).timeZone
      : await knownTimeZone(tx, form.timeZone, language);
  const id = newId();
  await refusingSecond(store.insertOrder(tx, { ...form, workspaceId, id, timeZone }));
  await beginDayAt(tx, { workspaceId, id }, now);
  await record(tx, origin, {
    action: 'work-order.created',
    object: orderObject(id, form.name),
    details: { platform: form.platform, subAccount: held?.accountName ?? '' },
  });
  return id;
}

/** Throws what the endpoint declares, and `request.invalid` for an unknown time zone. */
export async function updateWorkOrder(
  tx: Tx,
  { workspaceId, now, language, origin }: Act,
  { workOrderId: id, version, ...settings }: WorkOrderChanges,
): Promise<void> {
  const locked = assertFound(await store.lockOrder(tx, workspaceId, id), 'work-order.not-found');
  if (locked.version !== version) throw new AppError('resource.stale');
  await knownTimeZone(tx, settings.timeZone, language);
  // Days that are over must end with the settings that they had.
  const before = await catchUp(tx, locked, now);
  await store.changeOrder(tx, before, settings);
  const resetTime = presentTime(before.resetTime);
  if (!before.ended && (resetTime !== settings.resetTime || before.timeZone !== settings.timeZone))
    await moveNextReset(tx, before, now);
  await record(tx, origin, {
    action: 'work-order.changed',
    object: orderObject(id, settings.name),
    details: changesOf({ ...before, resetTime }, settings),
  });
}

/** Closes an order; its day then ends automatically. Returns whether it was open. */
export async function closeWorkOrder(
  tx: Tx,
  { workspaceId, now, origin }: Act,
  id: string,
): Promise<boolean> {
  const order = assertFound(await store.lockOrder(tx, workspaceId, id), 'work-order.not-found');
  if (order.status === 'closed') return false;
  await store.setStatus(tx, order, 'closed', new Date(now));
  await record(tx, origin, { action: 'work-order.closed', object: orderObject(id, order.name) });
  return true;
}

/** Reopens an order: its day continues or, if it is over, a new one starts now. Returns whether it was closed. */
export async function reopenWorkOrder(
  tx: Tx,
  { workspaceId, now, origin }: Act,
  id: string,
): Promise<boolean> {
  const known = assertFound(await store.findOrder(tx, workspaceId, id), 'work-order.not-found');
  const [held] = await lockSubAccounts(tx, workspaceId, [known.subAccountId]);
  const locked = assertFound(await store.lockOrder(tx, workspaceId, id), 'work-order.not-found');
  if (locked.status === 'open') return false;
  assertFound(held, 'sub-account.not-found');
  const order = await catchUp(tx, locked, now);
  await refusingSecond(store.setStatus(tx, order, 'open', null));
  if (order.ended) await beginDayAt(tx, order, now);
  await record(tx, origin, { action: 'work-order.reopened', object: orderObject(id, order.name) });
  return true;
}

/** Closes or reopens orders, all of them or none. Returns the number that changed. Throws what the endpoint declares. */
export async function setStatusOfAll(
  tx: Tx,
  act: Act,
  { ids, status }: { ids: readonly string[]; status: WorkOrderRow['status'] },
): Promise<number> {
  // In one order everywhere, so that two batches don't wait for each other: first all sub-accounts, then the orders.
  const sorted = [...new Set(ids)].sort();
  if (status === 'open') {
    const known = await store.findOrders(tx, act.workspaceId, sorted);
    await lockSubAccounts(
      tx,
      act.workspaceId,
      known.map(({ subAccountId }) => subAccountId),
    );
  }
  let changed = 0;
  for (const id of sorted) {
    if (await (status === 'open' ? reopenWorkOrder : closeWorkOrder)(tx, act, id)) changed += 1;
  }
  return changed;
}
