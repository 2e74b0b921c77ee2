/**
 * Module functions for commands that work on the database without an app: backup, restore, proof of the figures, a lost operator
 * login, a new key for signed days, and people whom tests store without HTTP.
 */
import type { Config } from './app.ts';
import { systemClock } from './base/clock.ts';
import { createSecretBox } from './base/crypto/secrets.ts';
import { type Database, transaction } from './base/db/database.ts';
import { openFiles } from './base/files/files-config.ts';
import { createNetwork } from './base/network.ts';
import { checked } from './checked-config.ts';
import * as characters from './modules/characters/index.ts';
import * as fans from './modules/fans/index.ts';
import * as files from './modules/files/index.ts';
import * as identity from './modules/identity/index.ts';
import * as splitLinks from './modules/split-links/index.ts';
import * as subAccounts from './modules/sub-accounts/index.ts';
import * as workOrderShares from './modules/work-order-shares/index.ts';
import * as workOrders from './modules/work-orders/index.ts';

/** Opens the store of uploaded files, for a backup. Throws `ConfigError`. */
export function openFileStore(config: Config) {
  const { fetch } = createNetwork({ inward: true });
  return checked(() => openFiles(config, { fetch, clock: systemClock }));
}

/** Returns the key under which a file in use is stored. */
export const fileKeyOf = ({ id }: { id: string }): string => files.keptKey(id);

/** Ends every login session and invalidates every code that could open one, after a restore. */
export const endLogIns = identity.endLogIns;

/** Restores the access of an operator who has lost the password or the second factor. */
export const resetOperator = identity.resetOperator;

/** Replaces the key that signs closed days. */
export function replaceSigningKey(database: Database, config: Config) {
  const secrets = createSecretBox(config.secrets);
  return transaction(database, (tx) =>
    workOrderShares.replaceSigningKey(tx, secrets, new Date(systemClock.now())),
  );
}

/** Stores an owner whose registration needs no code, and opens the first session. */
export const registerOwner = identity.completeRegistration;

/** Stores a sub-account as the console does. */
export const addSubAccount = subAccounts.addSubAccount;

export type Figures = Awaited<ReturnType<typeof proveFigures>>;

/** Recomputes the figures derived from the ledger, verdicts and closed days, each from one snapshot, with or without a running server. */
export async function proveFigures(database: Database) {
  const miscounts = [
    ...(await fans.checkCounters(database)),
    ...(await splitLinks.checkCounters(database)),
    ...(await workOrders.checkOrderFigures(database)),
  ];
  return { ...(await characters.checkLedger(database)), miscounts };
}

/** Replays a workspace's day from the logs of verdicts and corrections. */
export const replayDay = fans.replayDay;
