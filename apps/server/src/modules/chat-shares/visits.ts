/** The use cases of a link's holder: opening it with its password, and reading what it shows. */
import type { SharedChat } from '@parley/contract/chat-shares';
import type { FileLink } from '@parley/contract/files';
import type { Clock } from '../../base/clock.ts';
import type { SecretBox } from '../../base/crypto/secrets.ts';
import { hashToken } from '../../base/crypto/tokens.ts';
import { type Database, transaction } from '../../base/db/database.ts';
import { AppError, assertFound } from '../../base/http/app-error.ts';
import type { TenantId, WorkspaceId } from '../../base/ids.ts';
import type { Passes } from '../../base/share-links/passes.ts';
import { afterTry, remainingLockMs, statusOf } from '../../base/share-links/policy.ts';
import type { ShareOpening, ShareVisit } from '../../base/share-links/visit.ts';
import type { FileAddresses } from '../files/index.ts';
import { type ChatShareItem, findShare, type OpenedChatShare } from './queries.ts';
import { openPassword } from './service.ts';
import * as store from './store.ts';
import { readFile, type ShownConversation } from './view/queries.ts';
import { shownName } from './view/shown-name.ts';
import { type ChatPlace, readChat } from './view/view.ts';

export type ChatVisitDeps = {
  database: Database;
  clock: Clock;
  secrets: SecretBox;
  passes: Passes;
  fileAddresses: FileAddresses;
  /** Returns true if the workspace belongs to the tenant that the request is for. */
  belongs(workspaceId: WorkspaceId, tenantId: TenantId | null): Promise<boolean>;
};

/**
 * Returns an open link. Throws `chat-share.not-found`, or, by its status, `.disabled`, `.cancelled` or `.expired`, which reveal
 * nothing else.
 */
async function admitLink(
  deps: ChatVisitDeps,
  { token, tenantId }: Omit<ShareVisit, 'pass'>,
): Promise<OpenedChatShare> {
  const opened = assertFound(await findShare(deps.database, hashToken(token)), 'chat-share.not-found');
  const { share } = opened;
  if (!(await deps.belongs(share.workspaceId, tenantId))) throw new AppError('chat-share.not-found');
  const status = statusOf(share, deps.clock.now());
  if (status !== 'enabled') throw new AppError(`chat-share.${status}`);
  return opened;
}

/** Returns a link after checking its pass, if it needs one. Throws what `admitLink` throws, and `auth.pass-required`. */
async function admit(deps: ChatVisitDeps, visit: ShareVisit): Promise<OpenedChatShare> {
  const opened = await admitLink(deps, visit);
  const { share } = opened;
  if (share.access === 'password' && !deps.passes.isValid(visit.pass, passFor(share)))
    throw new AppError('auth.pass-required');
  return opened;
}

const passFor = ({ id, passwordVersion }: ChatShareItem['share']) => ({
  shareId: id,
  secretOf: id,
  passwordVersion,
});

/** Returns a stretch of the conversation, or its changes. Throws what `admit` throws. */
export async function readShared(
  deps: ChatVisitDeps,
  visit: ShareVisit,
  place: ChatPlace,
): Promise<SharedChat> {
  const opened = await admit(deps, visit);
  const { title, expiresAt } = opened.share;
  const head = { title, ...shownName(opened.conversation), expiresAt };
  return readChat(deps.database, head, conversationOf(opened), place, deps.clock.now());
}

const conversationOf = ({ conversation, retentionDays }: OpenedChatShare): ShownConversation => ({
  workspaceId: conversation.workspaceId,
  id: conversation.id,
  lastSeq: conversation.lastSeq,
  retentionDays,
});

/** Signs the addresses of a shown message's file. Throws what `admit` throws, and `file.not-found`. */
export async function linkToFile(deps: ChatVisitDeps, visit: ShareVisit, seq: number): Promise<FileLink> {
  const opened = await admit(deps, visit);
  const file = assertFound(
    await readFile(deps.database, conversationOf(opened), seq, deps.clock.now()),
    'file.not-found',
  );
  return deps.fileAddresses.link(file.fileId, file);
}

/**
 * Opens a link and counts the visit. Throws what `admitLink` throws; `auth.pass-required` if a password is needed and none was
 * given; `chat-share.wrong-password`; or `request.too-many` while the address is locked.
 */
export async function openShare(
  deps: ChatVisitDeps,
  { token, password, address, tenantId }: ShareOpening,
): Promise<{ pass: string | null; expiresAt: number | null }> {
  const { share } = await admitLink(deps, { token, tenantId });
  if (share.access === 'password') {
    if (password === undefined || password === '') throw new AppError('auth.pass-required');
    await tryPassword(deps, share, { password, address });
  }
  await store.countOpen(deps.database, share.workspaceId, share.id, new Date(deps.clock.now()));
  return share.access === 'public' ? { pass: null, expiresAt: null } : deps.passes.issue(passFor(share));
}

/** Throws `chat-share.not-found` if the link was deleted meanwhile; otherwise what `openShare` throws. */
async function tryPassword(
  { database, clock, passes, secrets }: ChatVisitDeps,
  share: ChatShareItem['share'],
  { password, address }: { password: string; address: string },
): Promise<void> {
  const { workspaceId, id: shareId } = share;
  const key = { workspaceId, shareId, addressHash: passes.addressHash(address) };
  await transaction(database, async (tx) => {
    if (!(await store.lockShareAgainstDeletion(tx, workspaceId, shareId)))
      throw new AppError('chat-share.not-found');
    const now = clock.now();
    const known = await store.lockGuesses(tx, key);
    const wait = remainingLockMs(known, now);
    if (wait > 0) throw new AppError('request.too-many', { details: { seconds: Math.ceil(wait / 1000) } });
    await store.saveGuesses(tx, key, afterTry(known, now));
  });
  const right = openPassword(secrets, share);
  if (right === null || !passes.isSamePassword(password, right))
    throw new AppError('chat-share.wrong-password');
  await store.deleteGuesses(database, key);
}
