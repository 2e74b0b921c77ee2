/** The owner's use cases around links to conversations. */
import type { ChatShare, ShareAccess } from '@parley/contract/chat-shares';
import type { Clock } from '../../base/clock.ts';
import type { SecretBox } from '../../base/crypto/secrets.ts';
import { hashToken, randomToken } from '../../base/crypto/tokens.ts';
import { type Database, type Tx, transaction } from '../../base/db/database.ts';
import { AppError, assertFound } from '../../base/http/app-error.ts';
import type { RequestOrigin } from '../../base/http/origin.ts';
import { newId, type WorkspaceId } from '../../base/ids.ts';
import { expiryOf, type StoredShareStatus } from '../../base/share-links/policy.ts';
import { type AuditRecord, changesOf, record } from '../audit/index.ts';
import { presentShare } from './presenter.ts';
import * as queries from './queries.ts';
import * as store from './store.ts';

export type ChatShareDeps = { database: Database; clock: Clock; secrets: SecretBox };

export type ChatShareForm = {
  title: string;
  access: ShareAccess;
  validDays: number | null;
  password: string | null;
};

/** Maximum number of links per workspace, including cancelled ones. */
const maxShares = 2_000;

const tokenContext = (shareId: string) => `chat share ${shareId}`;
const passwordContext = (shareId: string) => `chat share password ${shareId}`;

/** Returns a page of links, as their owner sees them. */
export async function listShares(
  deps: ChatShareDeps,
  workspaceId: WorkspaceId,
  filter: queries.ChatShareFilter,
): Promise<{ list: ChatShare[]; total: number }> {
  const now = new Date(deps.clock.now());
  const { list, total } = await queries.readSharePage(deps.database, workspaceId, filter, now);
  return { list: list.map((item) => present(deps, item)), total };
}

/** Returns a link as its owner sees it. Throws `chat-share.not-found`. */
export async function getShare(
  deps: ChatShareDeps,
  workspaceId: WorkspaceId,
  shareId: string,
): Promise<ChatShare> {
  return present(deps, await readShare(deps.database, workspaceId, shareId));
}

/** Returns the password of a link, or null if none was set. Throws `chat-share.not-found`. */
export async function readPassword(
  { database, secrets }: ChatShareDeps,
  workspaceId: WorkspaceId,
  shareId: string,
): Promise<string | null> {
  const { share } = await readShare(database, workspaceId, shareId);
  return openPassword(secrets, share);
}

export const openPassword = (
  secrets: SecretBox,
  { id, sealedPassword }: Pick<queries.ChatShareItem['share'], 'id' | 'sealedPassword'>,
): string | null => (sealedPassword === null ? null : secrets.open(sealedPassword, passwordContext(id)));

/**
 * Shares a conversation by a new link. Throws `conversation.not-found`, `chat-share.password-needed` or
 * `chat-share.too-many`.
 */
export async function createShare(
  deps: ChatShareDeps,
  workspaceId: WorkspaceId,
  { conversationId, password: given, ...form }: ChatShareForm & { conversationId: string },
  origin: RequestOrigin,
): Promise<ChatShare> {
  const { database, clock, secrets } = deps;
  const [id, token, now] = [newId(), randomToken(), clock.now()];
  const { title, access, validDays } = form;
  const password = access === 'password' ? given : null;
  return transaction(database, async (tx) => {
    if ((await store.lockShareCount(tx, workspaceId)) >= maxShares)
      throw new AppError('chat-share.too-many', { details: { max: maxShares } });
    if (!(await store.lockConversationAgainstDeletion(tx, workspaceId, conversationId)))
      throw new AppError('conversation.not-found');
    if (access === 'password' && password === null) throw new AppError('chat-share.password-needed');
    await store.insertShare(tx, {
      workspaceId,
      id,
      conversationId,
      ...form,
      status: 'enabled',
      tokenHash: hashToken(token),
      sealedToken: secrets.seal(token, tokenContext(id)),
      sealedPassword: password === null ? null : secrets.seal(password, passwordContext(id)),
      expiresAt: expiryOf(now, validDays),
      createdAt: new Date(now),
    });
    const details = { title, access, validDays };
    await record(tx, origin, { action: 'chat-share.created', object: objectOf(conversationId), details });
    return present(deps, await readShare(tx, workspaceId, id));
  });
}

/**
 * Changes a link. Throws `chat-share.not-found`, `chat-share.cancelled`, `chat-share.password-needed` or `resource.stale`.
 */
export async function updateShare(
  deps: ChatShareDeps,
  workspaceId: WorkspaceId,
  { shareId, version, password, ...form }: ChatShareForm & { shareId: string; version: number },
  origin: RequestOrigin,
): Promise<ChatShare> {
  return transaction(deps.database, async (tx) => {
    const row = await lockOpenShare(tx, workspaceId, shareId);
    if (row.version !== version) throw new AppError('resource.stale');
    const before = openPassword(deps.secrets, row);
    if (form.access === 'password' && password === null && before === null)
      throw new AppError('chat-share.password-needed');
    const { title, access, validDays } = form;
    const expiresAt = expiryOf(row.createdAt.getTime(), validDays);
    await store.updateShare(tx, workspaceId, shareId, { title, access, validDays, expiresAt });
    const object = objectOf(row.conversationId);
    const details = changesOf(inWords(row), inWords(form));
    await record(tx, origin, { action: 'chat-share.changed', object, details });
    // Storing the same password again changes nothing, so visitors who have opened the link keep access.
    if (access === 'password' && password !== null && password !== before) {
      const sealedPassword = deps.secrets.seal(password, passwordContext(shareId));
      const passwordVersion = row.passwordVersion + 1;
      await store.changePassword(tx, workspaceId, shareId, { sealedPassword, passwordVersion });
      await record(tx, origin, { action: 'chat-share.password-changed', object, details: { title } });
    }
    return present(deps, await readShare(tx, workspaceId, shareId));
  });
}

/** Disables or enables a link. Throws `chat-share.not-found` or `chat-share.cancelled`. */
export async function setEnabled(
  deps: ChatShareDeps,
  workspaceId: WorkspaceId,
  { shareId, enabled }: { shareId: string; enabled: boolean },
  origin: RequestOrigin,
): Promise<ChatShare> {
  const action = enabled ? 'chat-share.enabled' : 'chat-share.disabled';
  const status = enabled ? 'enabled' : 'disabled';
  return changeStatus(deps, { workspaceId, shareId, status, action }, origin);
}

/** Cancels a link permanently. Throws `chat-share.not-found`. */
export async function cancelShare(
  deps: ChatShareDeps,
  workspaceId: WorkspaceId,
  shareId: string,
  origin: RequestOrigin,
): Promise<ChatShare> {
  const action = 'chat-share.cancelled';
  return changeStatus(deps, { workspaceId, shareId, status: 'cancelled', action }, origin);
}

type StatusChange = {
  workspaceId: WorkspaceId;
  shareId: string;
  status: StoredShareStatus;
  action: AuditRecord['action'];
};

async function changeStatus(
  deps: ChatShareDeps,
  { workspaceId, shareId, status, action }: StatusChange,
  origin: RequestOrigin,
): Promise<ChatShare> {
  return transaction(deps.database, async (tx) => {
    const lock = status === 'cancelled' ? lockShare : lockOpenShare;
    const row = await lock(tx, workspaceId, shareId);
    if (row.status !== status) {
      await store.updateShare(tx, workspaceId, shareId, { status });
      const { conversationId, title } = row;
      await record(tx, origin, { action, object: objectOf(conversationId), details: { title } });
    }
    return present(deps, await readShare(tx, workspaceId, shareId));
  });
}

/** Throws `chat-share.not-found`. */
export async function deleteShare(
  { database }: ChatShareDeps,
  workspaceId: WorkspaceId,
  shareId: string,
  origin: RequestOrigin,
): Promise<void> {
  await transaction(database, async (tx) => {
    const { conversationId, title } = await lockShare(tx, workspaceId, shareId);
    await store.deleteShare(tx, workspaceId, shareId);
    const object = objectOf(conversationId);
    await record(tx, origin, { action: 'chat-share.deleted', object, details: { title } });
  });
}

async function readShare(
  handle: Parameters<typeof queries.readShare>[0],
  workspaceId: WorkspaceId,
  id: string,
) {
  return assertFound(await queries.readShare(handle, workspaceId, id), 'chat-share.not-found');
}

async function lockShare(tx: Tx, workspaceId: WorkspaceId, shareId: string) {
  return assertFound(await store.lockShare(tx, workspaceId, shareId), 'chat-share.not-found');
}

async function lockOpenShare(tx: Tx, workspaceId: WorkspaceId, shareId: string) {
  const row = await lockShare(tx, workspaceId, shareId);
  if (row.status === 'cancelled') throw new AppError('chat-share.cancelled');
  return row;
}

const present = ({ secrets, clock }: ChatShareDeps, item: queries.ChatShareItem): ChatShare =>
  presentShare(item, secrets.open(item.share.sealedToken, tokenContext(item.share.id)), clock.now());

const inWords = ({ title, access, validDays }: Omit<ChatShareForm, 'password'>) => ({
  title,
  access,
  validDays,
});

/** Recorded on the conversation, whose access log then shows that it was shared. */
const objectOf = (id: string) => ({ kind: 'conversation', id }) as const;
