/** Runs two server processes on one database: the one that holds the social accounts is killed, and the other takes over. */
import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type BotHandle, startBotApiServer } from '@parley/connectors/testing';
import * as channelsApi from '@parley/contract/channels';
import * as conversationsApi from '@parley/contract/conversations';
import * as subAccountsApi from '@parley/contract/sub-accounts';
import * as visitorApi from '@parley/contract/visitor';
import * as visitorBudgetsApi from '@parley/contract/visitor-budgets';
import { startEmbeddedDatabase } from '@parley/embedded-postgres';
import { type LibreTranslateServer, startLibreTranslate } from '@parley/engines/testing';
import { until } from '@parley/testing';
import { pino } from 'pino';
import { connectDatabase, type Database } from '../../base/db/database.ts';
import { findDiscrepancies } from '../../modules/characters/index.ts';
import { readsEnglish } from '../chat-harness.ts';
import { createTestClient, type TestClient } from '../test-client.ts';
import { createTestPeople, type TestVisitor } from '../test-people.ts';
import { createServerProcess, type ServerProcess } from './server-process.ts';

const log = pino({ level: 'silent' });
const accounts = 8;
const messagesAtOnce = 12;
/** In ms: the survivor has then run long enough to judge others, and not long enough to be assigned accounts. */
const livedMs = 8_000;
/** Duration of a translation in ms, so that jobs are running when their process dies. */
const engineMs = 1_000;
const limitMs = 60_000;

/** Times from the death, in ms. */
export type TakeOverTimes = {
  kind: 'SIGKILL' | 'SIGTERM';
  /** Until the survivor polls the platform for the messages of every account. */
  accounts: number;
  /** Number of jobs locked by the dead process, and the time until none is locked. */
  jobsHeld: number;
  jobs: number;
  /** Until the translations in flight are stored. */
  translated: number;
  /** The duration and exit code of an orderly stop. */
  stop?: { ms: number; code: number | null };
};

export type ServerKillReport = { rounds: TakeOverTimes[]; faults: string[] };

type Site = {
  database: Database;
  engine: LibreTranslateServer;
  bots: BotHandle[];
  visitor: TestVisitor;
  deskToken: string;
  /** The texts that bots' customers and visitors wrote. */
  written: string[];
};

/** Kills the holder `kills` times, then stops it once in an orderly way. Calls `tell` after each round. */
export async function killServers(
  kills: number,
  tell: (round: TakeOverTimes) => void = () => undefined,
): Promise<ServerKillReport> {
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-servers-'));
  // mkdtemp creates a private folder, and the database may run as another user.
  await chmod(dataDir, 0o711);
  const [engine, platform] = await Promise.all([startLibreTranslate(), startBotApiServer()]);
  engine.setLatency(engineMs);
  const embedded = await startEmbeddedDatabase({ dataDir, log });
  const database = connectDatabase(embedded.url, log, 4);
  const variables = {
    LIBRETRANSLATE_URL: engine.url,
    DATABASE_URL: embedded.url,
    APP_SECRET: 'one secret for all processes of this test',
  };
  let [holder, other] = await Promise.all([createServerProcess(variables), createServerProcess(variables)]);
  try {
    await holder.start();
    const bots = Array.from({ length: accounts }, (_, i) => platform.addBot(`shop_${i}_bot`));
    const site: Site = { database, engine, bots, written: [], ...(await settle(holder, bots, platform.url)) };
    const rounds: TakeOverTimes[] = [];
    for (let i = 0; i <= kills; i += 1) {
      const round = await takeOver(site, holder, other, i < kills ? 'SIGKILL' : 'SIGTERM');
      rounds.push(round);
      tell(round);
      [holder, other] = [other, holder];
    }
    return { rounds, faults: await faultsOf(site) };
  } finally {
    await Promise.all([holder.close(), other.close()]);
    await database.close();
    await embedded.stop();
    await Promise.all([engine.stop(), platform.close()]);
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function settle(server: ServerProcess, bots: readonly BotHandle[], apiRoot: string) {
  const client = createTestClient(server.url);
  const people = createTestPeople(client);
  const owner = await people.registerOwner({ characters: 10_000_000 });
  await people.setPorts(owner, accounts + 1);
  const agent = await people.createSubAccount(owner, { characters: 5_000_000 });
  await client.call(conversationsApi.putDeskSettings, { body: { own: readsEnglish } }, agent.token);
  const shop = await people.addWebchat(owner, agent.subAccountId);
  // The rounds exceed the default budget of a visitor.
  const unlimited = { version: 0, visitorCharacters: null, siteCharacters: null };
  await client.call(
    visitorBudgetsApi.updateVisitorBudget,
    { body: { socialAccountId: shop, ...unlimited } },
    owner.token,
  );
  const visitor = await people.startVisitor(shop);
  for (const { token } of bots) {
    const credentials = { token, apiRoot };
    const body = {
      platform: 'telegram',
      subAccountId: agent.subAccountId,
      name: 'Bot',
      credentials,
    } as const;
    await client.call(channelsApi.addSocialAccount, { body }, owner.token);
  }
  await until('every bot to be online', () => bots.every((bot) => bot.isPolled()), limitMs);
  return { visitor, deskToken: agent.token };
}

async function takeOver(
  site: Site,
  holder: ServerProcess,
  other: ServerProcess,
  kind: TakeOverTimes['kind'],
): Promise<TakeOverTimes> {
  const { database, bots } = site;
  const { rows } = await database.pool.query<{ id: string }>(
    "select distinct process_id as id from queue_workers where seen_at > now() - interval '5 s'",
  );
  const dying = rows.map(({ id }) => id);
  await other.start();
  await pause(livedMs);
  const texts = await keepBusy(site, createTestClient(holder.url), dying);
  const jobsHeld = await lockedBy(database, dying);
  const began = performance.now();
  const since = () => Math.round(performance.now() - began);
  const ended = kind === 'SIGKILL' ? holder.kill().then(() => null) : holder.stop();
  const stop = ended.then((code) => ({ ms: since(), code }));
  if (kind === 'SIGKILL') await stop;
  // A stopping process ends the poll of an account only when it has finished with that account.
  await until('the polls of the dead process to end', () => bots.some((bot) => !bot.isPolled()), limitMs);
  for (const [i, bot] of bots.entries()) site.written.push(write(bot, i));
  const client = createTestClient(other.url);
  const [taken, jobs, translated] = await Promise.all([
    until(
      'every account to be polled',
      () => bots.every((bot) => bot.bot.queue.length === 0 && bot.isPolled()),
      limitMs,
    ).then(since),
    until('every job to be free', async () => (await lockedBy(database, dying)) === 0, limitMs).then(since),
    until('every translation', () => areTranslated(client, site, texts), limitMs).then(since),
  ]);
  const result = { kind, accounts: taken, jobsHeld, jobs, translated };
  return kind === 'SIGTERM' ? { ...result, stop: await stop } : result;
}

function write(bot: BotHandle, customer: number): string {
  const text = `Hola ${randomUUID()}`;
  bot.write({ id: 100 + customer, firstName: 'Marta', language: 'es' }, text);
  return text;
}

/** Sends messages of a visitor until the process about to die has locked jobs. Returns the last texts. */
async function keepBusy(site: Site, client: TestClient, dying: readonly string[]): Promise<string[]> {
  for (;;) {
    const texts = Array.from({ length: messagesAtOnce }, () => `Gracias por todo ${randomUUID()}`);
    await Promise.all(
      texts.map((text) =>
        client.call(visitorApi.visitorSend, { body: { id: randomUUID(), text } }, site.visitor.token),
      ),
    );
    site.written.push(...texts);
    if ((await lockedBy(site.database, dying)) > 0) return texts;
    await until('those translations', () => areTranslated(client, site, texts), limitMs);
  }
}

async function lockedBy({ pool }: Database, processIds: readonly string[]): Promise<number> {
  // Locks keep the worker's name after its process's rows are deleted.
  const { rows } = await pool.query<{ n: number }>(
    `select count(*)::int as n from graphile_worker.jobs j
     where locked_by in (select worker_id from queue_workers where process_id = any($1))`,
    [processIds],
  );
  return rows[0]?.n ?? 0;
}

async function areTranslated(client: TestClient, { deskToken, database }: Site, texts: readonly string[]) {
  // Sent to the survivor, to check that it serves requests as well.
  await client.call(subAccountsApi.deskSelf, {}, deskToken);
  const { rows } = await database.pool.query<{ n: number }>(
    "select count(*)::int as n from messages where original = any($1) and translation_state = 'done'",
    [texts],
  );
  return rows[0]?.n === texts.length;
}

async function faultsOf({ database, written }: Site): Promise<string[]> {
  const { rows } = await database.pool.query<{ text: string; n: number }>(
    `select w.text, count(m.id)::int as n from unnest($1::text[]) as w(text)
     left join messages m on m.original = w.text group by 1 having count(m.id) <> 1`,
    [written],
  );
  return [
    ...rows.map(({ text, n }) => `stored ${n} times: ${text}`),
    ...(await findDiscrepancies(database)).map((one) => JSON.stringify(one)),
  ];
}
