/** Runs a server under load while its embedded database is killed repeatedly, in several ways. */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { startBotApiServer } from '@parley/connectors/testing';
import * as conversationsApi from '@parley/contract/conversations';
import * as visitorApi from '@parley/contract/visitor';
import * as visitorBudgetsApi from '@parley/contract/visitor-budgets';
import { startLibreTranslate } from '@parley/engines/testing';
import { until } from '@parley/testing';
import { sql } from 'drizzle-orm';
import type { Database } from '../../base/db/database.ts';
import { findDiscrepancies } from '../../modules/characters/index.ts';
import { readsEnglish } from '../chat-harness.ts';
import { createTestClient, type TestClient } from '../test-client.ts';
import { createTestPeople } from '../test-people.ts';
import { type Load, startLoad } from './load.ts';
import { createServerProcess, type ServerProcess } from './server-process.ts';

export type DatabaseKill =
  | { kind: 'SIGKILL' | 'SIGQUIT' }
  /** Every process of the database is suspended for this time. */
  | { kind: 'SIGSTOP'; seconds: number }
  /** One connection's process is terminated, or killed, after which PostgreSQL restarts all of them. */
  | { kind: 'backend ended' | 'backend killed' };

/** Times in ms. */
export type KillResult = {
  kind: string;
  /** From the death (a freeze: from its end) until the database accepts a connection: mostly its recovery. */
  back: number;
  /** From that time until `/readyz` returns 200. */
  ready: number;
  /** From the database's return until a new message is translated, which requires a job. */
  resumed: number;
};

export type KillReport = {
  results: KillResult[];
  /** Stops under load: one after the kills, one while the database is frozen. */
  stops: { what: string; ms: number; code: number | null; databaseRuns: boolean }[];
  /**
   * Connections that the idle server's pool has checked out: one listens for jobs, one for changes of split links, one holds
   * the rotations' lock.
   */
  checkedOut: number;
  /** Responses other than success, 503 and 504, and the findings of the server's ledger check. */
  odd: string[];
  lost: number;
  messages: number;
};

/** Runs the whole test and throws if the server exits. Calls `tell` after each kill. */
export async function killDatabase(
  kills: readonly DatabaseKill[],
  tell: (result: KillResult) => void = () => undefined,
): Promise<KillReport> {
  const [engine, platform] = await Promise.all([startLibreTranslate(), startBotApiServer()]);
  engine.setLatency(20);
  const server = await createServerProcess({ LIBRETRANSLATE_URL: engine.url });
  try {
    await server.start();
    const client = createTestClient(server.url);
    const town = await settle(client);
    const bot = platform.addBot('shop_bot');
    const load = startLoad({ client, ...town, bot, xmpp: { customers: [], business: '' } });
    const results: KillResult[] = [];
    for (const kill of kills) {
      await pause(300 + Math.random() * 700);
      const result = await killOnce(server, client, town, kill);
      results.push(result);
      tell(result);
    }
    return { results, ...(await windUp(server, client, town, load)) };
  } finally {
    await server.close();
    await Promise.all([engine.stop(), platform.close()]);
  }
}

type Town = {
  deskToken: string;
  visitorTokens: string[];
  probe: { token: string; conversationId: string };
};

/** Creates an owner with a website and people who write there; one of them writes only to check that jobs are processed. */
async function settle(client: TestClient): Promise<Town> {
  const people = createTestPeople(client);
  const owner = await people.registerOwner({ characters: 50_000_000 });
  const agent = await people.createSubAccount(owner, { characters: 10_000_000 });
  await client.call(conversationsApi.putDeskSettings, { body: { own: readsEnglish } }, agent.token);
  const site = await people.addWebchat(owner, agent.subAccountId);
  // The load exceeds the default budget of a site.
  const unlimited = { version: 0, visitorCharacters: null, siteCharacters: null };
  await client.call(
    visitorBudgetsApi.updateVisitorBudget,
    { body: { socialAccountId: site, ...unlimited } },
    owner.token,
  );
  const visitorTokens: string[] = [];
  for (let i = 0; i < 6; i += 1) visitorTokens.push((await people.startVisitor(site)).token);
  const { token } = await people.startVisitor(site);
  await client.call(visitorApi.visitorSend, { body: { id: randomUUID(), text: 'Hola' } }, token);
  const { list } = await client.call(conversationsApi.deskConversations, { query: {} }, agent.token);
  return { deskToken: agent.token, visitorTokens, probe: { token, conversationId: list[0]?.id ?? '' } };
}

/** Kills as requested. Resolves once the processes are dead; frozen ones have been continued. */
async function strike(server: ServerProcess, kill: DatabaseKill): Promise<void> {
  const processes = await server.databaseProcesses();
  if (kill.kind === 'SIGSTOP') {
    for (const pid of processes) process.kill(pid, 'SIGSTOP');
    await pause(kill.seconds * 1_000);
    for (const pid of processes.toReversed()) process.kill(pid, 'SIGCONT');
    return;
  }
  const ofBackend = kill.kind === 'backend ended' || kill.kind === 'backend killed';
  const victim = ofBackend ? await someBackend(processes) : (processes[0] ?? 0);
  const signals = { 'backend ended': 'SIGTERM', 'backend killed': 'SIGKILL' } as const;
  process.kill(victim, ofBackend ? signals[kill.kind] : kill.kind);
  await until('the death', async () => !(await server.databaseProcesses()).includes(victim), 60_000);
}

async function killOnce(
  server: ServerProcess,
  client: TestClient,
  town: Town,
  kill: DatabaseKill,
): Promise<KillResult> {
  await strike(server, kill);
  const killed = performance.now();
  await until('the database', () => server.databaseAnswers(), 60_000);
  const back = performance.now();
  // Polls slowly: each refusal costs a stack trace in the log, and CPU time that the database needs to recover.
  await until('readiness', async () => (await ready(client)) === 200, 60_000, 100);
  const readyAt = performance.now();
  await translated(client, town);
  const what = kill.kind === 'SIGSTOP' ? `${kill.kind} ${kill.seconds} s` : kill.kind;
  return {
    kind: what,
    back: Math.round(back - killed),
    ready: Math.round(readyAt - back),
    resumed: Math.round(performance.now() - back),
  };
}

/** Returns the process of one of the server's connections, which PostgreSQL names after role and database. */
async function someBackend(processes: readonly number[]): Promise<number> {
  const backends: number[] = [];
  for (const pid of processes) {
    const title = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (/^postgres: parley parley /.test(title)) backends.push(pid);
  }
  const pid = backends[Math.floor(Math.random() * backends.length)];
  if (pid === undefined) throw new Error('the server has no connection');
  return pid;
}

async function ready(client: TestClient): Promise<number> {
  return (await client.send({ method: 'GET', path: '/readyz' }, {})).status;
}

async function translated(client: TestClient, { probe, deskToken }: Town): Promise<void> {
  const text = `Hola, gracias ${randomUUID().replace(/\d/g, 'x')}`;
  const body = { id: randomUUID(), text };
  await until(
    'a message to be taken',
    () => client.call(visitorApi.visitorSend, { body }, probe.token),
    60_000,
  );
  const request = { params: { conversationId: probe.conversationId }, query: { limit: 100 } };
  await until(
    'its translation',
    async () => {
      const { messages } = await client.call(conversationsApi.deskMessages, request, deskToken);
      return messages.some((it) => it.original === text && it.translationState === 'done');
    },
    60_000,
  );
}

async function allMessages(client: TestClient, deskToken: string): Promise<conversationsApi.Message[]> {
  const query = { pageSize: 200 };
  const { list } = await client.call(conversationsApi.deskConversations, { query }, deskToken);
  const found: conversationsApi.Message[] = [];
  for (const { id } of list) {
    for (let since = 0, more = true; more; ) {
      const request = { params: { conversationId: id }, query: { since, limit: 500 } };
      const stretch = await client.call(conversationsApi.deskEvents, request, deskToken);
      found.push(...stretch.messages);
      ({ seq: since, more } = stretch);
    }
  }
  return found;
}

const isOpen = (it: conversationsApi.Message) =>
  it.translationState === 'pending' || ['translating', 'queued', 'sending'].includes(it.delivery);

/** Stops twice under load, waits for everything to finish, and compares what was acknowledged with what is stored. */
async function windUp(server: ServerProcess, client: TestClient, town: Town, load: Load) {
  const stops = [await stopTimed(server, 'after the kills')];
  await server.start();
  await pause(300);
  for (const pid of await server.databaseProcesses()) process.kill(pid, 'SIGSTOP');
  stops.push(await stopTimed(server, 'while the database is frozen'));
  await server.start();
  await load.stop();
  await until(
    'all to come to an end',
    async () => !(await allMessages(client, town.deskToken)).some(isOpen),
    120_000,
  );
  const stored = new Set((await allMessages(client, town.deskToken)).map(({ original }) => original));
  const promised = [...load.visitors.values(), ...load.outbound.values()].flat().map(({ text }) => text);
  const checkedOut = await until('the connections to be given back', () => leaked(client));
  const found = await server.withDatabase(faultsOf);
  await server.stop();
  return {
    stops,
    checkedOut,
    // After a long freeze, statements have exceeded their time limit: 504, as temporary as 503.
    odd: [...load.odd.filter((one) => !/: 504 /.test(one)), ...found],
    lost: promised.filter((text) => !stored.has(text)).length,
    messages: stored.size,
  };
}

async function stopTimed(server: ServerProcess, what: string) {
  const started = performance.now();
  const code = await server.stop();
  const ms = Math.round(performance.now() - started);
  return { what, ms, code, databaseRuns: (await server.databaseProcesses()).length > 0 };
}

/** Returns the number of connections in use, once only the listening ones and the holder of the rotations' lock remain. */
async function leaked(client: TestClient): Promise<number | null> {
  const { body } = await client.send({ method: 'GET', path: '/metrics' }, {});
  const figure = (state: string) =>
    Number(new RegExp(`parley_database_connections\\{state="${state}"\\} (\\d+)`).exec(body.msg)?.[1]);
  const checkedOut = figure('open') - figure('idle');
  return checkedOut <= 3 ? checkedOut : null;
}

async function faultsOf(database: Database): Promise<string[]> {
  const { rows } = await database.db.execute<{ id: string }>(
    sql`select original as id from messages group by original having count(*) > 1`,
  );
  return [
    ...rows.map(({ id }) => `stored twice: ${id}`),
    ...(await findDiscrepancies(database)).map((one) => JSON.stringify(one)),
  ];
}
