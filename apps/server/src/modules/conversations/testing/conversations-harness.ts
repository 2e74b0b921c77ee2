/**
 * The module's service on a real database, with the real translation, characters and budgets and an engine that speaks English
 * and Spanish, but without endpoints, sockets, connectors or a running queue. Clock and jobs are the test's.
 */
import { createSecretBox } from '../../../base/crypto/secrets.ts';
import { connectAtStart, type Database } from '../../../base/db/database.ts';
import { testDatabase } from '../../../base/db/testing/test-database.ts';
import { createLog } from '../../../base/log.ts';
import { createMetrics } from '../../../base/metrics.ts';
import { createNetwork } from '../../../base/network.ts';
import type { Queue } from '../../../base/queue/queue.ts';
import type { RealtimeServer } from '../../../base/realtime/realtime.ts';
import { createSignal } from '../../../base/signal.ts';
import { testClock } from '../../../testing/test-clock.ts';
import { startTestEngine } from '../../../testing/test-engine.ts';
import { createCharacters } from '../../characters/index.ts';
import { createFileAddresses } from '../../files/index.ts';
import { createSensitiveWords } from '../../sensitive-words/index.ts';
import { createTranslation, enginesConfig, translationEnvironment } from '../../translation/index.ts';
import { createVisitorBudgets } from '../../visitor-budgets/index.ts';
import { createConversations } from '../service.ts';
import { openWorkspace, type WorkspaceOptions } from './conversations-world.ts';
import { testQueue } from './job-runner.ts';

const secret = 'a secret for tests that is long enough to be taken';

/** An event for a socket. `to`: the audience and its id. */
type EmittedEvent = { to: string; name: string; event: unknown };

export type ConversationsHarness = Awaited<ReturnType<typeof startConversationsHarness>>;

export async function startConversationsHarness() {
  const place = await testDatabase();
  const log = createLog('silent');
  // As at a server's start: opening a connection may take long on a busy machine.
  const database = connectAtStart(place.url, log);
  const { engine, variables } = await startTestEngine();
  const clock = testClock();
  const { realtime, emitted } = testRealtime();
  const { queue, runJobs } = testQueue(database, clock);
  const base = { database, clock, log, metrics: createMetrics(), realtime };
  const paying = await createPaying(base, variables);
  const service = {
    ...base,
    ...paying,
    // The service only adds handlers.
    queue: queue as Queue,
    sensitiveWords: createSensitiveWords(base),
    fileAddresses: createFileAddresses(secret, clock.now),
    sendRulesOf: () => ({ window: null, templates: null }),
    canLeaveGroups: (platform: string) => platform === 'telegram',
    secrets: createSecretBox([secret]),
  };
  const conversations = createConversations(service);
  const { changes, agentActs } = conversations;
  /** The dependencies of the module's services. */
  const deps = { ...service, changes, agentActs };
  const parts = { deps, conversations, runJobs };
  return {
    ...parts,
    database,
    databaseUrl: place.url,
    engine,
    clock,
    emitted,
    openWorkspace: (given: WorkspaceOptions = {}) => openWorkspace(parts, given),
    async close() {
      await conversations.close();
      await paying.translation.close();
      await Promise.all([paying.visitorBudgets.close(), paying.characters.close()]);
      await Promise.all([database.close(), engine.stop()]);
      await place.drop();
    },
  };
}

type Base = Parameters<typeof createVisitorBudgets>[0] & { metrics: ReturnType<typeof createMetrics> };

async function createPaying(base: Base, variables: Readonly<Record<string, string>>) {
  const config = enginesConfig(translationEnvironment.parse(variables), () => false);
  const { fetch } = createNetwork({ inward: true });
  return {
    translation: await createTranslation({ ...base, fetch, random: () => 0.5, config }),
    characters: createCharacters(base),
    visitorBudgets: createVisitorBudgets(base),
  };
}

/** Records what is emitted. */
function testRealtime() {
  const emitted: EmittedEvent[] = [];
  const to = (audience: string) => ({
    emit: (name: string, event?: unknown) => void emitted.push({ to: audience, name, event }),
  });
  const audiences = {
    desk: (id: string) => to(`desk ${id}`),
    console: (id: string) => to(`console ${id}`),
    workspace: (_: string, id: string) => to(`both ${id}`),
    relay: createSignal,
  };
  // The services notify no others.
  return { realtime: audiences as unknown as RealtimeServer, emitted };
}

/** Waits for connections that want a row lock which another transaction has. `like`: part of their statement. */
export async function isWaitingForLock({ pool }: Database, like: string): Promise<boolean> {
  const { rows } = await pool.query(
    `select from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock' and query like $1`,
    [`%${like}%`],
  );
  return rows.length > 0;
}
