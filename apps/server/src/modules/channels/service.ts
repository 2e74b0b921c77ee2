import {
  type CheckContext,
  type CheckResult,
  type Connector,
  createTokenMemory,
  type FirstTokens,
  noTokens,
  tokensFrom,
} from '@parley/connectors';
import type { InterfaceLanguage } from '@parley/contract';
import { type PlatformFault, platformFaultSentence, type SocialAccountForm } from '@parley/contract/channels';
import { proxyFaultSentence } from '@parley/contract/proxies';
import { attributedCall, OutOfBandError } from '../../base/attribution.ts';
import { type Tx, transaction } from '../../base/db/database.ts';
import { AppError, assertFound } from '../../base/http/app-error.ts';
import { fieldMessages } from '../../base/http/field-messages.ts';
import type { RequestOrigin } from '../../base/http/origin.ts';
import { newId, type WorkspaceId } from '../../base/ids.ts';
import type { ProxyMode } from '../../schema/channels.ts';
import { changesOf, record } from '../audit/index.ts';
import { deleteTemplates } from '../message-templates/index.ts';
import { deleteAccountSessions, deleteSubAccountSessions, endAccountSessions } from '../ports/index.ts';
import { type EgressAccount, mayUseProxy } from '../proxies/index.ts';
import { networkOf } from './account-network.ts';
import { announceAccount } from './account-news.ts';
import { deletePairings, deletePairingsFor } from './account-pairings/store.ts';
import type { InstallationApps } from './app-webhooks/installation-apps.ts';
import type { Connections } from './connections.ts';
import { deleteConnectorValues } from './connector-values/store.ts';
import { deleteImports } from './history-imports/store.ts';
import type { OpenAccount } from './open-accounts/queries.ts';
import { deleteTokens, forgetRefusal } from './platform-tokens/store.ts';
import { deleteQuarantineRows as deleteQuarantined } from './quarantine/store.ts';
import type { ConnectionsDeps } from './session/reconcile.ts';
import { shortenReason } from './shorten-reason.ts';
import {
  deleteAccounts,
  disableAccount,
  lockAccount,
  proxyName,
  removeAccount,
  setEnabled,
  setMuted,
  setProxy,
} from './store.ts';
import { requirePermitted, storeAddedAccount } from './stored-account.ts';

export type ChannelsDeps = ConnectionsDeps & { connections: Connections; installationApps: InstallationApps };
export type WebhookDeps = ConnectionsDeps & { connections: Pick<Connections, 'refresh'> };

/** `signal` is aborted when the result is no longer needed. */
export type Requester = { language: InterfaceLanguage; signal: AbortSignal };

/** Checks an account with its platform, stores it and connects. Returns its id; refusals are coded errors. */
export async function addAccount(
  deps: ChannelsDeps,
  workspaceId: WorkspaceId,
  form: SocialAccountForm,
  { language, signal, origin }: Requester & { origin: RequestOrigin },
): Promise<string> {
  const { database, connections } = deps;
  const { subAccountId } = form;
  await requirePermitted(database, workspaceId, form);
  const id = newId();
  const added = { workspaceId, id, subAccountId, proxyMode: 'auto', proxyId: null } as const;
  const confirmed = await checkCredentials(deps, added, form, { language, signal });
  await transaction(database, (tx) =>
    storeAddedAccount(tx, deps, { ...form, workspaceId, id }, confirmed, origin),
  );
  await connections.refresh();
  return id;
}

/** Validates entered credentials. Throws `request.invalid` with a sentence per wrong field. */
function readCredentials(
  connector: Connector,
  form: Pick<SocialAccountForm, 'credentials'>,
  language: InterfaceLanguage,
): unknown {
  const read = connector.manifest.credentials.safeParse(form.credentials);
  if (read.success) return read.data;
  const issues = read.error.issues.map((issue) => ({ ...issue, path: ['credentials', ...issue.path] }));
  throw new AppError('request.invalid', { fields: fieldMessages(issues, language) });
}

/**
 * Checks credentials with the platform, through the egress that the account will use. `tokens` are the account's tokens
 * after the check, to be stored with it; null when it needs none.
 */
export async function checkCredentials(
  deps: ConnectionsDeps,
  account: EgressAccount,
  form: Pick<SocialAccountForm, 'platform' | 'credentials'>,
  { language, signal }: Requester,
) {
  const connector = deps.connectors.get(form.platform);
  if (!connector) throw new AppError('channel.platform-unknown');
  const credentials = readCredentials(connector, form, language);
  const network = await networkOf(deps, account);
  if (!network) throw new AppError('proxy.not-found');
  const checked = await runCheck(deps, connector, credentials, { network, signal });
  if (checked.ok) {
    const tokens = checked.tokens === null ? null : { ...checked.tokens, random: deps.random() };
    return { credentials, account: checked.account, tokens };
  }
  const error = checked.kind === 'refused' ? 'channel.refused' : 'channel.unreachable';
  const reason = faultSentence(checked.reason, language) ?? shortenReason(checked.reason);
  throw new AppError(error, { details: { reason } });
}

/** Runs a check. An exception thrown out of band counts as an unreachable platform. */
async function runCheck(
  { clock, log }: Pick<ConnectionsDeps, 'clock' | 'log'>,
  connector: Connector,
  credentials: unknown,
  { network, signal }: Pick<CheckContext, 'network' | 'signal'>,
): Promise<CheckResult & { tokens: FirstTokens | null }> {
  const { platform } = connector.manifest;
  const report = (err: unknown) => log.error({ err, platform }, 'a check of credentials threw out of band');
  const context = { network, clock, log, signal };
  try {
    return await attributedCall(report, async () => {
      // There is no account yet, so refreshed tokens are kept in memory and stored with it.
      const memory = connector.tokens ? createTokenMemory(connector.tokens, credentials, context) : null;
      const tokens = memory === null ? noTokens : tokensFrom(memory);
      const checked = await connector.check(credentials, { ...context, tokens });
      return { ...checked, tokens: memory?.present() ?? null };
    });
  } catch (error) {
    if (!(error instanceof OutOfBandError)) throw error;
    const reason: PlatformFault = 'account-check-failed';
    return { ok: false, kind: 'unreachable', reason, tokens: null };
  }
}

const faultSentence = (reason: string, language: InterfaceLanguage) =>
  proxyFaultSentence(reason, language) ?? platformFaultSentence(reason, language);

/** Connects or disconnects all of these accounts, or none. Returns the number that changed. Throws `resource.not-found`. */
export async function enableAccounts(
  { database, connections, realtime }: ChannelsDeps,
  workspaceId: WorkspaceId,
  { ids, enabled }: { ids: readonly string[]; enabled: boolean },
  origin: RequestOrigin,
): Promise<number> {
  const changed = await transaction(database, async (tx) => {
    // Locked before the accounts' rows, in the order in which ports are acquired.
    if (!enabled) await endAccountSessions(tx, workspaceId, ids, 'logged-out');
    const accounts = assertFound(await setEnabled(tx, workspaceId, ids, enabled));
    const action = enabled ? 'social-account.enabled' : 'social-account.disabled';
    const entries = accounts.map(({ id }) => ({ action, object: { kind: 'social-account', id } }) as const);
    const state = enabled ? 'connecting' : 'offline';
    await Promise.all([
      record(tx, origin, ...entries),
      ...accounts.map(async ({ id, subAccountId }) => {
        const place = { workspaceId, subAccountIds: [subAccountId] };
        if (enabled) await forgetRefusal(tx, { workspaceId, id });
        await announceAccount(tx, realtime, place, { socialAccountId: id, state, reason: null });
      }),
    ]);
    return accounts.length;
  });
  await connections.refresh();
  return changed;
}

/** Mutes or unmutes an account of this sub-account at all desks of its agents. */
export async function muteAccount(
  { database, realtime }: ChannelsDeps,
  workspaceId: WorkspaceId,
  subAccountId: string,
  socialAccountId: string,
  muted: boolean,
): Promise<void> {
  await transaction(database, async (tx) => {
    if (!(await setMuted(tx, workspaceId, { id: socialAccountId, subAccountId, muted })))
      throw new AppError('resource.not-found');
    tx.afterCommit(() => realtime.desk(subAccountId).emit('accountMuted', { socialAccountId, muted }));
  });
}

/**
 * Disables an account whose webhook threw out of band, with that as its reason. Never rejects: while the database is
 * down the platform redelivers, which repeats the attempt.
 */
export async function disableFailed(
  { database, connections, realtime, log }: WebhookDeps,
  { workspaceId, id, platform }: OpenAccount,
  error: unknown,
): Promise<void> {
  log.error({ err: error, socialAccountId: id, platform }, 'a connector threw out of band');
  const reason: PlatformFault = 'connector-failed';
  try {
    await transaction(database, async (tx) => {
      // Locked before the account's row, in the order in which ports are acquired.
      await endAccountSessions(tx, workspaceId, [id], 'disabled');
      const subAccountId = await disableAccount(tx, workspaceId, id, reason);
      if (subAccountId === null) return;
      const change = { socialAccountId: id, state: 'refused', reason } as const;
      await announceAccount(tx, realtime, { workspaceId, subAccountIds: [subAccountId] }, change);
    });
    await connections.refresh();
  } catch (err) {
    log.error({ err, socialAccountId: id }, 'an account whose connector failed could not be disabled yet');
  }
}

type ProxyChoice = { proxyMode: ProxyMode; proxyId: string | null };

/** Sets how an account reaches its platform; its holder reconnects it. */
export async function changeProxy(
  { database, connections }: ChannelsDeps,
  workspaceId: WorkspaceId,
  id: string,
  choice: ProxyChoice,
  origin: RequestOrigin,
): Promise<void> {
  await transaction(database, async (tx) => {
    const before = assertFound(await lockAccount(tx, workspaceId, id));
    const { subAccountId } = before;
    if (choice.proxyId !== null) {
      const may = await mayUseProxy(tx, workspaceId, choice.proxyId, subAccountId);
      if (may === 'unknown') throw new AppError('proxy.not-found');
      if (may === 'no') throw new AppError('proxy.not-for-account');
    }
    await setProxy(tx, workspaceId, id, choice);
    await record(tx, origin, {
      action: 'social-account.proxy-changed',
      object: { kind: 'social-account', id },
      details: await proxyChange(tx, workspaceId, before, choice),
    });
  });
  await connections.refresh();
}

async function proxyChange(tx: Tx, workspaceId: WorkspaceId, before: ProxyChoice, after: ProxyChoice) {
  const [was, is] = [before, after].map(async ({ proxyMode: mode, proxyId }) => {
    const proxy = await proxyName(tx, workspaceId, proxyId);
    // Several proxies may have the same name.
    return { mode, proxy, ...(proxy !== null && { proxyId }) };
  });
  return changesOf((await was) ?? {}, (await is) ?? {});
}

const forgottenAtOnce = 1_000;

/**
 * Deletes a sub-account's social accounts with their sessions, in batches. Returns true when it must be called again.
 */
export async function deleteSubAccountData(
  tx: Tx,
  workspaceId: WorkspaceId,
  subAccountId: string,
): Promise<boolean> {
  if (await deleteSubAccountSessions(tx, workspaceId, subAccountId)) return true;
  if (await deleteQuarantined(tx, workspaceId, { subAccountId }, forgottenAtOnce)) return true;
  await deletePairingsFor(tx, workspaceId, subAccountId);
  const gone = await deleteAccounts(tx, workspaceId, subAccountId, forgottenAtOnce);
  if (gone.length > 0) {
    await deleteConnectorValues(tx, workspaceId, gone);
    await deleteTokens(tx, workspaceId, gone);
    await deleteImports(tx, workspaceId, gone);
    await deleteTemplates(tx, workspaceId, gone);
  }
  return gone.length === forgottenAtOnce;
}

/**
 * Deletes the data of a deleted social account in batches: sessions, quarantined messages, finally its row. Returns
 * true when it must be called again.
 */
export async function deleteAccountData(
  tx: Tx,
  workspaceId: WorkspaceId,
  socialAccountId: string,
): Promise<boolean> {
  if (await deleteAccountSessions(tx, workspaceId, socialAccountId)) return true;
  if (await deleteQuarantined(tx, workspaceId, { socialAccountId }, forgottenAtOnce)) return true;
  // A message that arrived during the release still refers to the account; the delete then fails, and the job starts
  // over.
  await removeAccount(tx, workspaceId, socialAccountId);
  await deleteConnectorValues(tx, workspaceId, [socialAccountId]);
  await deleteTokens(tx, workspaceId, [socialAccountId]);
  await deleteImports(tx, workspaceId, [socialAccountId]);
  await deletePairings(tx, workspaceId, [socialAccountId]);
  await deleteTemplates(tx, workspaceId, [socialAccountId]);
  return false;
}
