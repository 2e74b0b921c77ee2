import type { InterfaceLanguage } from '@parley/contract';
import type { ProxyChanges, ProxyForm } from '@parley/contract/proxies';
import type { SecretBox } from '../../base/crypto/secrets.ts';
import {
  type Database,
  databaseErrorCode,
  type Handle,
  type Tx,
  transaction,
} from '../../base/db/database.ts';
import { AppError, assertFound } from '../../base/http/app-error.ts';
import { fieldMessages } from '../../base/http/field-messages.ts';
import type { RequestOrigin } from '../../base/http/origin.ts';
import { newId, type WorkspaceId } from '../../base/ids.ts';
import { resolvesToPrivateAddress } from '../../base/network.ts';
import type { ProxyAccess } from '../../base/proxied-network.ts';
import type { ProxyRow } from '../../schema/proxies.ts';
import { changesOf, record } from '../audit/index.ts';
import { requireSubAccounts } from '../sub-accounts/index.ts';
import { passwordLostFailure, readPassword, sealPassword } from './egress.ts';
import { type CheckDeps, checkExit, type ExitCheckOutcome, failingOutcome } from './exit-check.ts';
import { canonicalHost, isSameProxyServer } from './proxy-address.ts';
import * as store from './store.ts';

export type ProxiesDeps = CheckDeps & {
  database: Database;
  secrets: SecretBox;
  /** Allows proxies on this machine or in its private networks. */
  inward: boolean;
};

type Application = { range: 'all' | 'some'; subAccountIds: readonly string[] };

type Issue = Parameters<typeof fieldMessages>[0][number];

const wrongHost: Issue = { code: 'custom', path: ['host'], message: '', input: undefined };
const noPassword: Issue = {
  code: 'invalid_type',
  expected: 'string',
  path: ['proxyPassword'],
  message: '',
  input: undefined,
};

export function fieldError(issue: Issue, language: InterfaceLanguage): AppError {
  return new AppError('request.invalid', { fields: fieldMessages([issue], language) });
}

/** Returns the canonical host. Throws `proxy.private`, and `request.invalid` for an invalid one. */
async function checkHost(deps: ProxiesDeps, host: string, language: InterfaceLanguage): Promise<string> {
  const canonical = canonicalHost(host);
  if (canonical === null) throw fieldError(wrongHost, language);
  if (!deps.inward && (await resolvesToPrivateAddress(canonical))) throw new AppError('proxy.private');
  return canonical;
}

/** Returns the sub-accounts that may use a proxy; null for the range `all`. Throws `sub-account.not-found`. */
export async function checkApplication(
  tx: Tx,
  workspaceId: WorkspaceId,
  { range, subAccountIds }: Application,
): Promise<readonly string[] | null> {
  if (range === 'all') return null;
  const ids = [...new Set(subAccountIds)];
  await requireSubAccounts(tx, workspaceId, ids);
  return ids;
}

/** Creates a proxy and returns its id. Throws what the endpoint declares. */
export async function createProxy(
  deps: ProxiesDeps,
  workspaceId: WorkspaceId,
  form: ProxyForm,
  language: InterfaceLanguage,
  origin: RequestOrigin,
): Promise<string> {
  const { proxyPassword, subAccountIds, ...values } = form;
  const host = await checkHost(deps, form.host, language);
  const id = newId();
  const password = sealPassword(deps.secrets, id, proxyPassword);
  await transaction(deps.database, async (tx) => {
    const named = await checkApplication(tx, workspaceId, { range: form.range, subAccountIds });
    const inserted = await store.insertProxies(tx, [{ ...values, workspaceId, id, host, password }]);
    if (inserted.size === 0) throw new AppError('proxy.already-added');
    await store.setRange(tx, workspaceId, [id], named);
    await record(tx, origin, { action: 'proxy.created', object: { kind: 'proxy', id } });
  });
  return id;
}

const untested = {
  status: 'untested',
  latency: null,
  region: null,
  exitAddress: null,
  problem: null,
  testedAt: null,
} as const;

/**
 * Updates a proxy. Throws what the endpoint declares, and `request.invalid` when a stored password would be sent to
 * another place.
 */
export async function updateProxy(
  deps: ProxiesDeps,
  workspaceId: WorkspaceId,
  changes: ProxyChanges,
  language: InterfaceLanguage,
  origin: RequestOrigin,
): Promise<void> {
  const { proxyId: id, version, subAccountIds, proxyPassword, ...values } = changes;
  assertFound(await store.findProxy(deps.database, workspaceId, id), 'proxy.not-found');
  const host = await checkHost(deps, changes.host, language);
  await transaction(deps.database, async (tx) => {
    const before = assertFound(await store.lockProxy(tx, workspaceId, id), 'proxy.not-found');
    if (before.version !== version) throw new AppError('resource.stale');
    const access = accessAfter(deps, before, { ...values, host, proxyPassword }, language);
    const named = await checkApplication(tx, workspaceId, { range: values.range, subAccountIds });
    const egress = sameEgress(deps, before, access)
      ? {}
      : {
          ...untested,
          password: sealPassword(deps.secrets, id, access.proxyPassword),
          wayVersion: before.wayVersion + 1,
        };
    await store.updateProxy(tx, workspaceId, id, { ...values, host, ...egress });
    await store.setRange(tx, workspaceId, [id], named);
    await record(tx, origin, {
      action: 'proxy.changed',
      object: { kind: 'proxy', id },
      details: {
        ...changesOf({ ...before }, { ...values, host }),
        ...(proxyPassword !== undefined && { logInReplaced: true }),
      },
    });
  }).catch((error: unknown) => {
    throw databaseErrorCode(error) === '23505'
      ? new AppError('proxy.already-added', { cause: error })
      : error;
  });
}

type Changed = Omit<ProxyAccess, 'proxyPassword'> & { proxyPassword?: string | undefined };

/**
 * Returns the proxy's access after a change. Without a new password the stored one is used; throws `request.invalid`
 * when there is none, or when the proxy has moved to another place, to which it must not be sent.
 */
function accessAfter(
  { secrets }: ProxiesDeps,
  before: ProxyRow,
  { networkProtocol, host, port, proxyUserName, proxyPassword }: Changed,
  language: InterfaceLanguage,
): ProxyAccess {
  const access = { networkProtocol, host, port, proxyUserName };
  if (proxyPassword !== undefined) return { ...access, proxyPassword };
  const stored = isSameProxyServer(before, access) ? readPassword(secrets, before) : null;
  if (stored === null) throw fieldError(noPassword, language);
  return { ...access, proxyPassword: stored };
}

function sameEgress({ secrets }: ProxiesDeps, before: ProxyRow, access: ProxyAccess): boolean {
  return (
    isSameProxyServer(before, access) &&
    before.proxyUserName === access.proxyUserName &&
    readPassword(secrets, before) === access.proxyPassword
  );
}

/** Deletes all of these proxies or, throwing `proxy.not-found` if one doesn't exist, none. */
export async function deleteProxies(
  database: Database,
  workspaceId: WorkspaceId,
  ids: readonly string[],
  origin: RequestOrigin,
): Promise<number> {
  const wanted = [...new Set(ids)];
  return transaction(database, async (tx) => {
    const entries = wanted.map((id) => ({ action: 'proxy.deleted', object: { kind: 'proxy', id } }) as const);
    await record(tx, origin, ...entries);
    const changed = await store.deleteProxies(tx, workspaceId, wanted);
    if (changed < wanted.length) throw new AppError('proxy.not-found');
    return changed;
  });
}

/** Tests a stored proxy and stores the outcome. Throws `proxy.not-found`. */
export async function testProxy(deps: ProxiesDeps, workspaceId: WorkspaceId, id: string): Promise<void> {
  const proxy = assertFound(await store.findProxy(deps.database, workspaceId, id), 'proxy.not-found');
  const proxyPassword = readPassword(deps.secrets, proxy);
  const outcome =
    proxyPassword === null
      ? failingOutcome(passwordLostFailure(), deps.clock)
      : await checkExit(deps, { ...proxy, proxyPassword });
  await store.storeOutcome(deps.database, proxy, outcome);
}

/** Tests a form's proxy. Throws what the endpoint declares, and `request.invalid` when a password is missing. */
export async function tryProxy(
  deps: ProxiesDeps,
  workspaceId: WorkspaceId,
  form: Changed & { proxyId?: string | undefined },
  { language, signal }: { language: InterfaceLanguage; signal: AbortSignal },
): Promise<ExitCheckOutcome> {
  const host = await checkHost(deps, form.host, language);
  const stored = await storedOf(deps.database, workspaceId, form.proxyId);
  if (form.proxyPassword === undefined && stored === null) throw fieldError(noPassword, language);
  const { networkProtocol, port, proxyUserName, proxyPassword } = form;
  const access = { networkProtocol, host, port, proxyUserName };
  if (proxyPassword !== undefined) return checkExit(deps, { ...access, proxyPassword }, signal);
  const proxy = assertFound(stored, 'proxy.not-found');
  return checkExit(deps, accessAfter(deps, proxy, { ...access, proxyPassword }, language), signal);
}

async function storedOf(handle: Handle, workspaceId: WorkspaceId, id: string | undefined) {
  if (id === undefined) return null;
  return assertFound(await store.findProxy(handle, workspaceId, id), 'proxy.not-found');
}
