/** Writes to the audit log, in the transaction of the act that is recorded. */
import type { AuditAction, AuditEntry, AuditObjectKind } from '@parley/contract/audit';
import { type Database, type Tx, transaction } from '../../base/db/database.ts';
import type { RequestOrigin } from '../../base/http/origin.ts';
import { newId, type WorkspaceId } from '../../base/ids.ts';
import * as store from './store.ts';

export type AuditRecord = {
  action: AuditAction;
  /** The object of the act. Without a `name` its current one is read, so record deletions before they happen. */
  object?: { kind: AuditObjectKind; id: string | null; name?: string };
  /** The workspace that the act concerns; defaults to the actor's own. */
  workspaceId?: WorkspaceId | null;
  /** Further details. Never a secret: keys that suggest one are refused. */
  details?: AuditEntry['details'];
};

/** Records acts. Throws for details that would put a secret into the log. */
export async function record(
  tx: Tx,
  origin: RequestOrigin,
  ...entries: readonly AuditRecord[]
): Promise<void> {
  await store.insertEntries(
    tx,
    entries.map((entry) => rowOf(origin, entry)),
  );
}

/**
 * Records repetitive acts, such as reading, once an hour per actor, action and object, even when several are
 * concurrent.
 */
export async function recordHourly(
  database: Database,
  origin: RequestOrigin,
  entry: AuditRecord,
): Promise<void> {
  const row = rowOf(origin, entry);
  if (await store.isRecorded(database, row, hourMs)) return;
  await transaction(database, async (tx) => {
    await store.lockActor(tx, row);
    if (!(await store.isRecorded(tx, row, hourMs))) await store.insertEntries(tx, [row]);
  });
}

/** Most refusals recorded per hour, so that an attacker can't fill the log. */
const refusalLimits = { fromAddress: 20, perObject: 50, withoutObject: 500 } as const;
const hourMs = 3_600_000;

/**
 * Records a refused login or password, up to a number per hour: for this object from this address, for this object from
 * anywhere, or, when the given name belongs to no account, for unknown names. Each object is counted separately, so
 * that noise elsewhere hides nothing from its owner. The last entry states that more may follow
 * (`details.limitReached`).
 */
export async function recordRefusal(
  database: Database,
  origin: RequestOrigin,
  entry: AuditRecord,
): Promise<void> {
  const row = rowOf(origin, entry);
  const { fromAddress, perObject, withoutObject } = refusalLimits;
  const fromAnywhere = row.objectId === null ? withoutObject : perObject;
  const seen = await store.countRefusals(database, row, hourMs, { fromAddress, fromAnywhere });
  const left = Math.min(fromAddress - seen.fromAddress, fromAnywhere - seen.fromAnywhere);
  if (left <= 0) return;
  const details = left === 1 ? { ...row.details, limitReached: true } : row.details;
  await transaction(database, (tx) => store.insertEntries(tx, [{ ...row, details }]));
}

const secretKey = /passw|secret|token|credential|otp|^code$|recovery|cookie|hash/i;

function rowOf({ actor, address, userAgent, tenantId }: RequestOrigin, entry: AuditRecord): store.NewEntry {
  const details = entry.details ?? {};
  const leaking = Object.keys(details).find((key) => secretKey.test(key));
  if (leaking !== undefined) throw new Error(`the audit log takes no details named ${leaking}`);
  return {
    id: newId(),
    workspaceId: entry.workspaceId === undefined ? actor.workspaceId : entry.workspaceId,
    tenantId,
    actorKind: actor.kind,
    actorId: actor.id,
    actorWorkspaceId: actor.workspaceId,
    action: entry.action,
    objectKind: entry.object?.kind ?? null,
    objectId: entry.object?.id ?? null,
    objectName: entry.object?.name ?? null,
    address,
    userAgent,
    details,
  };
}
