/**
 * Makes social accounts leave groups: the request is stored as a row until the process connected to the account has executed it.
 */
import type { PlatformId } from '@parley/contract/catalogues';
import type { Clock } from '../../../../base/clock.ts';
import { type Database, type Tx, transaction } from '../../../../base/db/database.ts';
import { AppError } from '../../../../base/http/app-error.ts';
import type { RequestOrigin } from '../../../../base/http/origin.ts';
import type { WorkspaceId } from '../../../../base/ids.ts';
import type { RealtimeServer } from '../../../../base/realtime/realtime.ts';
import type { StoredGroupState } from '../../../../schema/conversations/members.ts';
import type { ConversationRow } from '../../../../schema/conversations.ts';
import { record } from '../../../audit/index.ts';
import type { Changes } from '../../changes.ts';
import { storableStart } from '../../storable.ts';
import { lockConversation } from '../../store.ts';
import { groupPatch, storeGroup } from '../state.ts';
import { type Departure, endDeparture, keepDeparture, nextDepartures, postponeDeparture } from './store.ts';

/** Returns whether social accounts of a platform can leave groups. */
export type CanLeaveGroups = (platform: PlatformId) => boolean;

export type DepartureDeps = {
  database: Database;
  realtime: RealtimeServer;
  clock: Pick<Clock, 'now'>;
  changes: Pick<Changes, 'queued'>;
  canLeaveGroups: CanLeaveGroups;
};

export type DepartureOutcome =
  | { ok: true }
  /** `retryAt` in ms since the epoch; null after a permanent failure. `counts`: whether this counts as an attempt. */
  | { ok: false; reason: string; retryAt: number | null; counts: boolean };

export type Departures = {
  next(workspaceId: WorkspaceId, socialAccountId: string, limit: number): Promise<Departure[]>;
  /** Stores the outcome of an attempt. Does nothing if that departure has ended meanwhile, even if there is a new one. */
  done(workspaceId: WorkspaceId, departure: Departure, outcome: DepartureOutcome): Promise<void>;
};

/**
 * Makes a group's social account leave it, on behalf of a sub-account or (null) the owner. Idempotent. Throws
 * `conversation.not-found` and the errors of groups.
 */
export async function leaveGroup(
  tx: Tx,
  deps: DepartureDeps,
  { workspaceId, subAccountId }: { workspaceId: WorkspaceId; subAccountId: string | null },
  conversationId: string,
  origin: RequestOrigin,
): Promise<void> {
  const group = await lockConversation(tx, workspaceId, conversationId);
  if (group === null || (subAccountId !== null && group.subAccountId !== subAccountId))
    throw new AppError('conversation.not-found');
  const refusal = refusalOf(group, deps.canLeaveGroups, subAccountId === null);
  if (refusal !== null) throw new AppError(refusal);
  const state = stateOf(group);
  if (state.exit !== null || state.leaving?.state === 'waiting') return;
  await keepDeparture(tx, group);
  await storeGroup(tx, deps, group, {
    groupState: { ...state, leaving: { state: 'waiting', reason: null } },
  });
  const object = { kind: 'conversation', id: conversationId } as const;
  await record(tx, origin, { action: 'conversation.group-left', object });
  const { socialAccountId } = group;
  tx.afterCommit(() => deps.changes.queued.emit({ workspaceId, socialAccountId }));
}

export function refusalOf(
  { kind, platform, handOverId }: Pick<ConversationRow, 'kind' | 'platform' | 'handOverId'>,
  canLeaveGroups: CanLeaveGroups,
  isOwner: boolean,
): 'group.none' | 'group.no-leaving' | 'group.guest' | null {
  if (kind !== 'group') return 'group.none';
  if (!canLeaveGroups(platform)) return 'group.no-leaving';
  // Only the sub-account that owns the social account decides about the group.
  return handOverId !== null && !isOwner ? 'group.guest' : null;
}

const stateOf = ({ groupState }: ConversationRow): StoredGroupState =>
  groupState ?? { exit: null, reason: null, role: null };

export function createDepartures(deps: DepartureDeps): Departures {
  const { database, clock } = deps;
  return {
    next: (workspaceId, socialAccountId, limit) =>
      nextDepartures(database, workspaceId, socialAccountId, limit),
    done: (workspaceId, departure, outcome) =>
      transaction(database, async (tx) => {
        const group = await lockConversation(tx, workspaceId, departure.conversationId);
        if (group === null) return;
        if (!outcome.ok && outcome.retryAt !== null) {
          await postponeDeparture(tx, group, departure, { until: new Date(outcome.retryAt), ...outcome });
          return;
        }
        if (!(await endDeparture(tx, group, departure))) return;
        const { leaving: _, ...state } = stateOf(group);
        const next: StoredGroupState = outcome.ok
          ? { ...state, exit: 'left', reason: null }
          : { ...state, leaving: { state: 'failed', reason: storableStart(outcome.reason, 500) } };
        await storeGroup(tx, deps, group, groupPatch(group, next, clock.now()));
      }),
  };
}
