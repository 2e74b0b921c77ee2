/** Pairings whose connector is controlled by the test, in a workspace with one sub-account. */
import type { Connector, PairingEvent } from '@parley/connectors';
import { pino } from 'pino';
import { z } from 'zod';
import { systemClock } from '../../../../base/clock.ts';
import { createSecretBox } from '../../../../base/crypto/secrets.ts';
import { connectDatabase, type Database } from '../../../../base/db/database.ts';
import { testDatabase } from '../../../../base/db/testing/test-database.ts';
import { systemOrigin } from '../../../../base/http/origin.ts';
import { newId, trustWorkspaceId, type WorkspaceId } from '../../../../base/ids.ts';
import { createPairings, type Pairings, type PairingTimes } from '../run.ts';
import { type PairingServiceDeps, readPairingState, startPairing } from '../service.ts';

/** The events of a connector, or of a hostile platform. */
type Yields = (signal: AbortSignal) => AsyncIterable<unknown>;

export type PairingHarness = Awaited<ReturnType<typeof startPairingHarness>>;

export async function startPairingHarness() {
  const test = await testDatabase();
  const database = connectDatabase(test.url, pino({ level: 'silent' }));
  return {
    database,
    url: test.url,
    insertPeople: () => insertPeople(database),
    open: async (yields: Yields, options: PairingOptions = {}) =>
      pairIn(database, await insertPeople(database), yields, options),
    pairIn: (people: PairingOwner, yields: Yields) => pairIn(database, people, yields),
    /** The pairing of another process, as seen by this one. */
    visit: (people: PairingOwner, id: string) => visit(database, people, id),
    async close() {
      await database.close();
      await test.drop();
    },
  };
}

/** In addition to the times: a connector's tokens, and a callback while the row is being stored. */
export type PairingOptions = Partial<PairingTimes> & {
  tokens?: Connector['tokens'];
  meanwhile?: (pairings: Pairings) => void;
  /** Called once the account is stored. */
  stored?: () => Promise<void>;
};

export const codeEvent = (text = 'a code') => ({ kind: 'code', text, validMs: 20_000 });
export const pairedEvent = (id = 'phone-1') => ({
  kind: 'paired',
  credentials: { token: id },
  account: { id, displayName: id },
});

/** The sub-account for the new account, and the person who pairs it. */
export type PairingOwner = { workspaceId: WorkspaceId; subAccountId: string; userId: string };

const secrets = createSecretBox(['a secret of this test']);

async function insertPeople({ pool }: Database): Promise<PairingOwner> {
  const [workspaceId, subAccountId] = [trustWorkspaceId(newId()), newId()];
  await pool.query('insert into workspaces (id) values ($1)', [workspaceId]);
  await pool.query(
    `insert into sub_accounts (workspace_id, id, account_name, password_hash, remark) values ($1, $2, $3, '', '')`,
    [workspaceId, subAccountId, subAccountId],
  );
  return { workspaceId, subAccountId, userId: newId() };
}

/** A test's observations and settings. */
type Seen = {
  withdrawn: unknown[];
  lines: string[];
  aborted: number;
  /** `missing` when the proxy was deleted. */
  egress: { kind: 'direct' } | { kind: 'missing' };
};

export async function pairIn(
  database: Database,
  people: PairingOwner,
  yields: Yields,
  { tokens, meanwhile, stored, ...times }: PairingOptions = {},
) {
  const { workspaceId, subAccountId, userId } = people;
  const seen: Seen = { withdrawn: [], lines: [], aborted: 0, egress: { kind: 'direct' } };
  const deps = fakeDeps(database, { ...connectorOf(yields, seen), ...(tokens && { tokens }) }, seen);
  if (stored) deps.connections.refresh = stored;
  const created = createPairings({ ...deps, times: { look: 50, ...times } });
  const pairings: Pairings = {
    ...created,
    take() {
      const slot = created.take();
      meanwhile?.(created);
      return slot;
    },
  };
  const id = await startPairing(
    { ...deps, pairings },
    workspaceId,
    { platform: 'whatsapp', subAccountId, name: 'Phone', values: {}, history: 'none' },
    { userId, language: 'en-US', origin: systemOrigin },
  );
  return { id, seen, pairings, ...visit(database, people, id) };
}

function visit(database: Database, { workspaceId, userId }: PairingOwner, id: string) {
  const query = async (sql: string) => (await database.pool.query(sql, [workspaceId])).rows;
  // Reading a pairing uses nothing else.
  const reading = { database, secrets } as PairingServiceDeps;
  return {
    now: () => readPairingState(reading, { workspaceId, id }, userId),
    /** The stored row, without counting as a poll. */
    row: async () =>
      (await query('select state, reason, code from account_pairings where workspace_id = $1'))[0],
    accounts: () => query('select external_id as id from social_accounts where workspace_id = $1'),
    change: (set: string) => query(`update account_pairings set ${set} where workspace_id = $1`),
    lock: () => lockRow(database, workspaceId),
    /** Terminates the connection that waits for the row, like a database restart. */
    cutOff: () => query(`select pg_terminate_backend(pid) ${waiting}`),
    /** The connections that wait for the row. */
    waiting: () => query(`select pid ${waiting}`),
  };
}

/** Takes the workspace as an unused parameter, like all queries of the harness. */
const waiting = `from pg_stat_activity where $1::text is not null and datname = current_database()
  and wait_event_type = 'Lock' and query like '%account_pairings%'`;

/** Locks the pairing's row until the returned function is called. */
async function lockRow({ pool }: Database, workspaceId: string) {
  const client = await pool.connect();
  await client.query('begin');
  await client.query('select from account_pairings where workspace_id = $1 for update', [workspaceId]);
  return async (set?: string) => {
    if (set) await client.query(`update account_pairings set ${set} where workspace_id = $1`, [workspaceId]);
    await client.query('commit');
    client.release();
  };
}

function connectorOf(yields: Yields, seen: Seen): Connector {
  const manifest = {
    platform: 'whatsapp',
    transports: ['stream'],
    fields: [],
    credentials: z.strictObject({ token: z.string() }),
    pairing: { fields: [], values: z.strictObject({}) },
  };
  const pairing: Connector['pairing'] = {
    async *pair(_values, { signal }) {
      signal.addEventListener('abort', () => {
        seen.aborted += 1;
      });
      // A hostile platform may send anything.
      for await (const event of yields(signal)) yield event as PairingEvent;
    },
    unpair: async (credentials) => void seen.withdrawn.push(credentials),
  };
  // No other property of it is used.
  return { manifest, pairing } as unknown as Connector;
}

function fakeDeps(
  database: Database,
  connector: Connector,
  seen: Seen,
): Omit<PairingServiceDeps, 'pairings'> {
  const write = (line: string) => void seen.lines.push(line);
  const deps = {
    database,
    connectors: { get: () => connector, all: () => [connector] },
    secrets,
    proxies: {
      findEgress: async (_: unknown, accounts: readonly { id: string }[]) =>
        new Map(accounts.map(({ id }) => [id, seen.egress])),
    },
    network: {},
    installationApps: {},
    connections: { refresh: async () => undefined },
    metrics: { pairings: { inc: () => undefined } },
    clock: systemClock,
    random: () => 0.5,
    log: pino({ level: 'trace' }, { write }),
  };
  // No other properties of them are used.
  return deps as unknown as Omit<PairingServiceDeps, 'pairings'>;
}
