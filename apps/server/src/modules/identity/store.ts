import type { SessionEnding } from '@parley/contract/identity';
import { and, desc, eq, gt, gte, inArray, isNull, lt, ne, notExists, sql } from 'drizzle-orm';
import type { Handle, Tx } from '../../base/db/database.ts';
import { acquireLock } from '../../base/db/named-lock.ts';
import type { TenantId, WorkspaceId } from '../../base/ids.ts';
import {
  agreementAcceptances,
  authSessions,
  quickLogInCodes,
  refreshTokens,
  users,
  verificationCodes,
} from '../../schema/identity.ts';

/** Matches rows of this tenant; null means the installation's own. */
function at(column: typeof users.tenantId | typeof verificationCodes.tenantId, tenantId: TenantId | null) {
  return tenantId === null ? isNull(column) : eq(column, tenantId);
}

export type UserRow = typeof users.$inferSelect;
export type SessionRow = typeof authSessions.$inferSelect;
export type CodeRow = typeof verificationCodes.$inferSelect;

/** Returns a user by address. An operator belongs to the whole installation, so to no tenant. */
export async function findUser(
  handle: Handle,
  kind: 'owner' | 'operator',
  email: string,
  tenantId: TenantId | null,
): Promise<UserRow | null> {
  const [row] = await handle.db
    .select()
    .from(users)
    .where(and(eq(users.kind, kind), eq(users.email, email), at(users.tenantId, tenantId)));
  return row ?? null;
}

export async function findUserById(handle: Handle, id: string): Promise<UserRow | null> {
  const [row] = await handle.db.select().from(users).where(eq(users.id, id));
  return row ?? null;
}

/** Returns whether this user still has the password that the server generated. */
export async function passwordMustChange(handle: Handle, id: string): Promise<boolean> {
  const [row] = await handle.db
    .select({ mustChange: users.passwordMustChange })
    .from(users)
    .where(eq(users.id, id));
  return row?.mustChange ?? false;
}

/** Inserts a user. Returns false when the address has an account of this kind already. */
export async function insertUser(tx: Tx, row: typeof users.$inferInsert): Promise<boolean> {
  const inserted = await tx.db.insert(users).values(row).onConflictDoNothing().returning({ id: users.id });
  return inserted.length > 0;
}

/**
 * Locks the user until the transaction ends, so that a concurrent password change also ends the session that this
 * transaction opens. Returns null when the password has been changed or the user is disabled.
 */
export async function lockActiveUser(
  tx: Tx,
  user: { id: string; passwordHash?: string },
): Promise<UserRow | null> {
  const [row] = await tx.db
    .select()
    .from(users)
    .where(
      and(
        eq(users.id, user.id),
        eq(users.disabled, false),
        user.passwordHash === undefined ? undefined : eq(users.passwordHash, user.passwordHash),
      ),
    )
    .for('share');
  return row ?? null;
}

/** Locks a workspace's owner until the transaction ends. Returns null when the owner is disabled. */
export async function lockActiveOwner(tx: Tx, workspaceId: WorkspaceId): Promise<UserRow | null> {
  const [row] = await tx.db
    .select()
    .from(users)
    .where(and(eq(users.workspaceId, workspaceId), eq(users.disabled, false)))
    .for('share');
  return row ?? null;
}

/** Stores which version of each document the new owner has accepted. */
export async function insertAcceptances(
  tx: Tx,
  owner: { userId: string; workspaceId: WorkspaceId },
  versions: { service: string; privacy: string },
  acceptedAt: Date,
): Promise<void> {
  const documents = ['service', 'privacy'] as const;
  const rows = documents.map((document) => ({ ...owner, document, version: versions[document], acceptedAt }));
  await tx.db.insert(agreementAcceptances).values(rows);
}

export async function hasOperator(handle: Handle): Promise<boolean> {
  const [row] = await handle.db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.kind, 'operator'))
    .limit(1);
  return row !== undefined;
}

/** Returns the first operator, locked against concurrent logins. */
export async function lockOperator(tx: Tx): Promise<UserRow | null> {
  const [row] = await tx.db
    .select()
    .from(users)
    .where(eq(users.kind, 'operator'))
    .orderBy(users.createdAt)
    .limit(1)
    .for('no key update');
  return row ?? null;
}

/** Sets a password that only permits setting a new one. */
export async function makePasswordTemporary(tx: Tx, id: string, passwordHash: string): Promise<void> {
  await tx.db.update(users).set({ passwordHash, passwordMustChange: true }).where(eq(users.id, id));
}

export async function insertSession(
  tx: Tx,
  row: Omit<typeof authSessions.$inferInsert, 'createdAt' | 'endedAt' | 'endReason'>,
): Promise<void> {
  await tx.db.insert(authSessions).values(row);
}

export async function findSession(handle: Handle, id: string): Promise<SessionRow | null> {
  const [row] = await handle.db.select().from(authSessions).where(eq(authSessions.id, id));
  return row ?? null;
}

export async function isSessionOpen(handle: Handle, id: string): Promise<boolean> {
  const { rows } = await handle.db.execute(
    sql`select 1 from ${authSessions} where ${authSessions.id} = ${id} and ${authSessions.endedAt} is null`,
  );
  return rows.length > 0;
}

export async function endSession(handle: Handle, id: string, reason: SessionEnding): Promise<void> {
  await handle.db
    .update(authSessions)
    .set({ endedAt: sql`now()`, endReason: reason })
    .where(and(eq(authSessions.id, id), isNull(authSessions.endedAt)));
}

/** Records the time and origin of a session's latest activity. */
export async function recordSessionActivity(
  tx: Tx,
  id: string,
  seen: { address: string; userAgent: string; lastActiveAt: Date },
): Promise<void> {
  await tx.db.update(authSessions).set(seen).where(eq(authSessions.id, id));
}

/** Selects sessions by subjects or by workspace; with an `id`, only that one, if it is among them. */
export type WhichSessions = (
  | { subjectIds: readonly string[]; workspaceId?: undefined }
  | { workspaceId: WorkspaceId; subjectIds?: undefined }
) & { id?: string; except?: string | null };

/** Ends open sessions and returns their ids. */
export async function endLoginSessions(
  tx: Tx,
  which: WhichSessions,
  reason: SessionEnding,
): Promise<string[]> {
  const { subjectIds, workspaceId, id, except } = which;
  const ended = await tx.db
    .update(authSessions)
    .set({ endedAt: sql`now()`, endReason: reason })
    .where(
      and(
        isNull(authSessions.endedAt),
        subjectIds === undefined
          ? eq(authSessions.workspaceId, workspaceId)
          : inArray(authSessions.subjectId, [...subjectIds]),
        id === undefined ? undefined : eq(authSessions.id, id),
        except ? ne(authSessions.id, except) : undefined,
      ),
    )
    .returning({ id: authSessions.id });
  return ended.map((row) => row.id);
}

/** Returns the subject's newest open session; null when none is open. */
export async function newestSessionOf(tx: Tx, subjectId: string): Promise<string | null> {
  const [row] = await tx.db
    .select({ id: authSessions.id })
    .from(authSessions)
    .where(and(eq(authSessions.subjectId, subjectId), isNull(authSessions.endedAt)))
    // Ids follow the order of creation, even within one tick of the clock.
    .orderBy(desc(authSessions.createdAt), desc(authSessions.id))
    .limit(1);
  return row?.id ?? null;
}

/**
 * Deletes a batch of a sub-account's refresh tokens. Its ended sessions are kept until they are purged, so that a token
 * that names one is refused as ended. Returns true when there is more.
 */
export async function removeTokensOf(tx: Tx, workspaceId: WorkspaceId, subjectId: string): Promise<boolean> {
  const most = 2_000;
  const { rowCount } = await tx.db.execute(sql`
    delete from ${refreshTokens} where ${refreshTokens.tokenHash} in (
      select t.token_hash from ${refreshTokens} t join ${authSessions} s on s.id = t.session_id
      where s.workspace_id = ${workspaceId} and s.subject_id = ${subjectId} limit ${most})`);
  return (rowCount ?? 0) === most;
}

export async function insertRefreshToken(
  tx: Tx,
  row: { tokenHash: string; sessionId: string; expiresAt: Date },
): Promise<void> {
  await tx.db.insert(refreshTokens).values(row).onConflictDoNothing();
}

/** Returns the token with its row locked: of two concurrent tabs, the second sees what the first did. */
export async function lockRefreshToken(tx: Tx, tokenHash: string) {
  const [row] = await tx.db
    .select()
    .from(refreshTokens)
    .where(eq(refreshTokens.tokenHash, tokenHash))
    .for('update');
  return row ?? null;
}

export async function markRefreshTokenUsed(tx: Tx, tokenHash: string, at: Date): Promise<void> {
  await tx.db.update(refreshTokens).set({ usedAt: at }).where(eq(refreshTokens.tokenHash, tokenHash));
}

/**
 * Returns the codes sent to an address for one purpose within a span, newest first; from all tenants, because one
 * person reads them all. Counted per purpose, so that requesting one kind of code never blocks another.
 */
export async function recentCodes(
  handle: Handle,
  email: string,
  purpose: string,
  since: Date,
): Promise<CodeRow[]> {
  const { email: to, purpose: kind, createdAt } = verificationCodes;
  return handle.db
    .select()
    .from(verificationCodes)
    .where(and(eq(to, email), eq(kind, purpose), gt(createdAt, since)))
    .orderBy(desc(verificationCodes.createdAt));
}

export async function insertCode(tx: Tx, row: typeof verificationCodes.$inferInsert): Promise<void> {
  await tx.db.insert(verificationCodes).values(row);
}

/** Serializes decisions per address, so that two concurrent requests can't both be the first. */
export async function lockAddress(tx: Tx, email: string): Promise<void> {
  await acquireLock(tx, `code ${email}`);
}

/**
 * Counts an attempt on every valid code for this purpose, and returns those with attempts left. Valid is the newest
 * code of each requester, unless it is older than `oldest` or a code for this purpose was used since. A single
 * statement, so that of six concurrent attempts the sixth is refused.
 */
export async function countTry(
  handle: Handle,
  given: {
    email: string;
    purpose: string;
    tenantId: TenantId | null;
    requester: string;
    oldest: Date;
    maxTries: number;
  },
): Promise<CodeRow[]> {
  const { email, purpose, tenantId, requester, oldest, maxTries } = given;
  const codes = verificationCodes;
  const newest = handle.db
    .selectDistinctOn([codes.requester], { id: codes.id })
    .from(codes)
    .where(and(eq(codes.email, email), eq(codes.purpose, purpose), at(codes.tenantId, tenantId)))
    .orderBy(codes.requester, desc(codes.createdAt), desc(codes.id));
  const isOwn = sql`${codes.requester} is not distinct from ${requester}`;
  return handle.db
    .update(codes)
    .set({
      tries: sql`${codes.tries} + case when ${isOwn} then 1 else 0 end`,
      otherTries: sql`${codes.otherTries} + case when ${isOwn} then 0 else 1 end`,
    })
    .where(
      and(
        inArray(codes.id, newest),
        isNull(codes.usedAt),
        sql`case when ${isOwn} then ${codes.tries} else ${codes.otherTries} end < ${maxTries}`,
        gte(codes.createdAt, oldest),
      ),
    )
    .returning();
}

/**
 * Marks a code as used, together with all others to the same address for the same purpose. Returns the ids of their
 * mails; null when the code was used already.
 */
export async function markCodesUsed(tx: Tx, id: string, now: Date): Promise<{ mailIds: string[] } | null> {
  const codes = verificationCodes;
  const [code] = await tx.db
    .update(codes)
    .set({ usedAt: now })
    .where(and(eq(codes.id, id), isNull(codes.usedAt)))
    .returning();
  if (code === undefined) return null;
  const { email, purpose, tenantId, mailId } = code;
  const others = await tx.db
    .update(codes)
    .set({ usedAt: now })
    .where(
      and(
        eq(codes.email, email),
        eq(codes.purpose, purpose),
        at(codes.tenantId, tenantId),
        isNull(codes.usedAt),
      ),
    )
    .returning({ mailId: codes.mailId });
  return { mailIds: [mailId, ...others.map((other) => other.mailId)].filter((one) => one !== null) };
}

/** Ends every open session and deletes everything that could renew or open one without a password. */
export async function endLogIns(handle: Handle): Promise<void> {
  await handle.db
    .update(authSessions)
    .set({ endedAt: sql`now()`, endReason: 'restored' satisfies SessionEnding })
    .where(isNull(authSessions.endedAt));
  await handle.db.delete(refreshTokens);
  await handle.db.delete(quickLogInCodes);
  await handle.db.delete(verificationCodes);
}

/** Deletes what can no longer be used: expired tokens, sessions without any token, old codes. */
export async function purge(handle: Handle, now: Date): Promise<void> {
  const twoDaysAgo = new Date(now.getTime() - 2 * 86_400_000);
  await handle.db.delete(refreshTokens).where(lt(refreshTokens.expiresAt, now));
  await handle.db
    .delete(authSessions)
    .where(
      and(
        lt(authSessions.createdAt, twoDaysAgo),
        notExists(handle.db.select().from(refreshTokens).where(eq(refreshTokens.sessionId, authSessions.id))),
      ),
    );
  await handle.db.delete(verificationCodes).where(lt(verificationCodes.createdAt, twoDaysAgo));
}
