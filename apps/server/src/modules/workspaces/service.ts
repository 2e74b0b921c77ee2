import type { InterfaceLanguage } from '@parley/contract';
import type { WorkspaceCalendar } from '@parley/contract/workspaces';
import { type Database, type Handle, transaction } from '../../base/db/database.ts';
import { AppError, assertFound } from '../../base/http/app-error.ts';
import { fieldMessages } from '../../base/http/field-messages.ts';
import type { RequestOrigin } from '../../base/http/origin.ts';
import type { WorkspaceId } from '../../base/ids.ts';
import { changesOf, record } from '../audit/index.ts';
import * as store from './store.ts';

/** Returns a workspace's time zone and its first countable day. Throws `resource.not-found`. */
export async function calendarOf(handle: Handle, workspaceId: WorkspaceId): Promise<WorkspaceCalendar> {
  const { timeZone, firstDay } = assertFound(await store.readZone(handle, workspaceId));
  return { timeZone, firstDay };
}

/**
 * Returns the name if the database knows the zone. The contract has checked it against the data of this process, which
 * may be newer. Throws `request.invalid` for the field `timeZone`.
 */
export async function knownTimeZone(
  handle: Handle,
  timeZone: string,
  language: InterfaceLanguage,
): Promise<string> {
  if (await store.isKnownZone(handle, timeZone)) return timeZone;
  const params = { rule: 'unknown-time-zone' };
  const issue = { code: 'custom' as const, path: ['timeZone'], message: '', params };
  throw new AppError('request.invalid', { fields: fieldMessages([issue], language) });
}

/**
 * Changes the time zone. Throws `request.invalid`, and `resource.stale` when the current zone isn't the one to replace.
 */
export function changeTimeZone(
  database: Database,
  workspaceId: WorkspaceId,
  form: { timeZone: string; replaces: string },
  language: InterfaceLanguage,
  origin: RequestOrigin,
): Promise<WorkspaceCalendar> {
  return transaction(database, async (tx) => {
    const zone = assertFound(await store.lockZone(tx, workspaceId));
    if (zone.timeZone !== form.replaces) throw new AppError('resource.stale');
    const timeZone = await knownTimeZone(tx, form.timeZone, language);
    if (timeZone === zone.timeZone) return calendarOf(tx, workspaceId);
    if (zone.pending) await store.replacePendingZone(tx, workspaceId, timeZone);
    else await store.startZone(tx, workspaceId, timeZone);
    await record(tx, origin, {
      action: 'workspace-settings.changed',
      object: { kind: 'settings', id: 'time-zone' },
      details: changesOf({ timeZone: zone.timeZone }, { timeZone }),
    });
    return calendarOf(tx, workspaceId);
  });
}
