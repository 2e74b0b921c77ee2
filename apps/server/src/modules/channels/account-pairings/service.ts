/** Begins pairings of social accounts, shows them to the person who has begun them, and cancels them. */
import type { Connector, PairingValues } from '@parley/connectors';
import type { InterfaceLanguage } from '@parley/contract';
import { type AccountPairing, maxPairings, type startAccountPairing } from '@parley/contract/channels';
import type { z } from 'zod';
import { transaction } from '../../../base/db/database.ts';
import { AppError, assertFound } from '../../../base/http/app-error.ts';
import { fieldMessages } from '../../../base/http/field-messages.ts';
import type { RequestOrigin } from '../../../base/http/origin.ts';
import { newId, type WorkspaceId } from '../../../base/ids.ts';
import { record } from '../../audit/index.ts';
import type { ChannelsDeps } from '../service.ts';
import { findAccount } from '../store.ts';
import { requirePermitted } from '../stored-account.ts';
import { codeContext, findPairingEgress, type Pairing, type Pairings } from './run.ts';
import * as store from './store.ts';

export type PairingServiceDeps = ChannelsDeps & { pairings: Pairings };

/** The person who starts a pairing; the code is shown to no other person. */
export type PairingUser = { userId: string; language: InterfaceLanguage; origin: RequestOrigin };

/** Begins to pair a new account. Returns the pairing's id; refusals are coded errors. */
export async function startPairing(
  deps: PairingServiceDeps,
  workspaceId: WorkspaceId,
  { values, ...form }: z.output<(typeof startAccountPairing)['body']>,
  pairer: PairingUser,
): Promise<string> {
  const { platform, subAccountId } = form;
  await requirePermitted(deps.database, workspaceId, form);
  // The account will have this id. Its proxy is chosen by the id, so it is paired through the egress it will use.
  const id = newId();
  const account = { workspaceId, id, platform, subAccountId, proxyMode: 'auto', proxyId: null } as const;
  return begin(deps, { account, added: { ...form, workspaceId, id } }, values, pairer);
}

/** Begins to pair an account again. Throws `resource.not-found`. */
export async function pairAgain(
  deps: PairingServiceDeps,
  workspaceId: WorkspaceId,
  id: string,
  values: PairingValues,
  pairer: PairingUser,
): Promise<string> {
  const account = assertFound(await findAccount(deps.database, workspaceId, id));
  return begin(deps, { account, added: null }, values, pairer);
}

async function begin(
  deps: PairingServiceDeps,
  { account, added }: Pick<Pairing, 'account' | 'added'>,
  entered: PairingValues,
  { userId, language, origin }: PairingUser,
): Promise<string> {
  const { database, connectors, clock, log, pairings } = deps;
  const { workspaceId, platform, subAccountId, id: socialAccountId } = account;
  const connector = assertFound(connectors.get(platform), 'channel.platform-unknown');
  const values = readValues(connector, entered, language);
  const way = assertFound(await findPairingEgress(deps, account), 'proxy.not-found');
  using slot = pairings.take();
  if (slot === null) throw new AppError('channel.pairings-busy', { details: { seconds: 10 } });
  const id = newId();
  const again = added === null;
  const row = { workspaceId, id, startedBy: userId, platform, subAccountId, socialAccountId, again };
  await transaction(database, async (tx) => {
    if (!(await store.insertPairing(tx, row, maxPairings)))
      throw new AppError('channel.pairings-limit', { details: { limit: maxPairings } });
    await record(tx, origin, {
      action: 'social-account.pairing-started',
      object: { kind: 'social-account', id: socialAccountId },
      details: { platform, again },
    });
  });
  const source = { connector, values, network: way.network, clock, log };
  slot.run({ workspaceId, id, source, account, egressKey: way.egressKey, added, origin });
  return id;
}

/** Validates the entered values. Throws `channel.no-pairing`, or `request.invalid` with a sentence per wrong field. */
function readValues({ manifest, pairing }: Connector, entered: PairingValues, language: InterfaceLanguage) {
  if (!manifest.pairing || !pairing) throw new AppError('channel.no-pairing');
  const read = manifest.pairing.values.safeParse(entered);
  if (read.success) return read.data;
  const issues = read.error.issues.map((issue) => ({ ...issue, path: ['values', ...issue.path] }));
  throw new AppError('request.invalid', { fields: fieldMessages(issues, language) });
}

/** Returns a pairing's current state. Throws `resource.not-found` for everybody but the person who started it. */
export async function readPairingState(
  { database, secrets }: PairingServiceDeps,
  name: store.PairingName,
  userId: string,
): Promise<Omit<AccountPairing, 'account'> & { socialAccountId: string }> {
  const { code, codeMs, ...row } = assertFound(await store.pollPairing(database, name, userId));
  const text = code === null ? null : secrets.open(code, codeContext(row.id));
  return { ...row, code: text === null ? null : { text, validMs: Math.floor(codeMs) } };
}

/** Ends a pairing before anything is stored. Throws as `readPairingState` does. */
export async function cancelPairing(
  { database, pairings }: PairingServiceDeps,
  name: store.PairingName,
  userId: string,
): Promise<void> {
  assertFound(await store.findPairing(database, name, userId));
  await store.endPairing(database, name, { state: 'cancelled', reason: null });
  pairings.drop(name.id);
}
