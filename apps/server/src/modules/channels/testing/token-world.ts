/** Accounts of the rich platform whose tokens are kept by several server processes. */
import type { Connector } from '@parley/connectors';
import { createRichConnector, type RichAuthorization, RichPlatform } from '@parley/connectors/testing';
import { pino } from 'pino';
import { type Clock, systemClock } from '../../../base/clock.ts';
import { createSecretBox } from '../../../base/crypto/secrets.ts';
import type { Database } from '../../../base/db/database.ts';
import { newId, trustWorkspaceId } from '../../../base/ids.ts';
import type { Network } from '../../../base/network.ts';
import { sealCredentials } from '../credentials.ts';
import type { TokenAccount, TokenDeps } from '../platform-tokens/token-deps.ts';
import { createTokenKeeper } from '../platform-tokens/token-keeper.ts';

export const secrets = createSecretBox(['a secret of this test']);
// Sound, because its manifest validates credentials before they reach the connector.
export const richConnector = createRichConnector(new RichPlatform()) as Connector;
const loopback: Network = {
  fetch: (url, init) => fetch(url, init),
  connect: () => Promise.reject(new Error('not asked for')),
};

/** A server process, reduced to its token keeper. */
export function keeperOn(
  database: Database,
  connector: Connector = richConnector,
  networkOf: TokenDeps['networkOf'] = async () => loopback,
  clock: Clock = systemClock,
) {
  return createTokenKeeper({
    database,
    clock,
    log: pino({ level: 'silent' }),
    random: () => 0,
    secrets,
    connectors: { get: () => connector, all: () => [connector] },
    // No other method of a counter is used.
    metrics: { tokenRefreshes: { inc: () => undefined } as never },
    networkOf,
  });
}

/** Adds an account whose owner has granted access, in a new workspace. */
export async function addGrantedAccount(
  { pool }: Database,
  { url, grant }: Pick<RichAuthorization, 'url' | 'grant'>,
): Promise<TokenAccount> {
  const workspaceId = trustWorkspaceId(newId());
  const [id, subAccountId] = [newId(), newId()];
  const credentials = { token: 'right', server: url, refreshToken: grant() };
  await pool.query('insert into workspaces (id) values ($1)', [workspaceId]);
  await pool.query(
    `insert into sub_accounts (workspace_id, id, account_name, password_hash, remark) values ($1, $2, $3, '', '')`,
    [workspaceId, subAccountId, subAccountId],
  );
  await pool.query(
    `insert into social_accounts (workspace_id, id, platform, name, external_id, handle, sub_account_id, credentials)
     values ($1, $2, 'whatsapp', 'Shop', $3, 'Shop', $4, $5)`,
    [workspaceId, id, id, subAccountId, sealCredentials(secrets, id, credentials)],
  );
  return { workspaceId, id, platform: 'whatsapp' };
}
