/** Stores people directly, as the modules store them, with passwords that are cheap to check. */
import type * as identityApi from '@parley/contract/identity';
import pg from 'pg';
import type { App } from '../app.ts';
import { transaction } from '../base/db/database.ts';
import { type RequestOrigin, withActor } from '../base/http/origin.ts';
import { newId, type TenantId, trustWorkspaceId } from '../base/ids.ts';
import { addSubAccount, registerOwner } from '../commands.ts';
import { deskPasswordHash, operatorPasswordHash, passwordHash } from './quick-passwords.ts';
import { claimsOf, operatorLogIn, password, type Registry } from './test-people.ts';

/** Stores `operatorLogIn` in a database before its first server starts. */
export async function storeOperator(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(`insert into users (id, kind, email, password_hash) values ($1, 'operator', $2, $3)`, [
      newId(),
      operatorLogIn.email,
      operatorPasswordHash,
    ]);
  } finally {
    await client.end();
  }
}

/** Stores people in the app's own process. */
export function quickRegistry({ database, services }: App, tenant: string | null): Registry {
  // The test names a tenant that it has created.
  const tenantId = tenant as TenantId | null;
  const origin: RequestOrigin = {
    actor: { kind: 'anonymous', id: null, workspaceId: null },
    address: '127.0.0.1',
    userAgent: 'node',
    tenantId,
  };
  return {
    async register(email) {
      const form = { email, tgContact: '@owner', passwordHash, deskPasswordHash };
      const tokens: identityApi.Tokens = await transaction(database, (tx) =>
        registerOwner(tx, services, { ...form, tenantId, origin }),
      );
      return tokens;
    },
    async addSubAccount(ownerToken, form) {
      const { sub: userId, ws, sid: sessionId } = claimsOf(ownerToken);
      const workspaceId = trustWorkspaceId(ws);
      const as = withActor(origin, { audience: 'console', userId, workspaceId, sessionId });
      const where = { workspaceId, origin: as };
      return { subAccount: await addSubAccount(services, where, form, passwordHash), password };
    },
  };
}
