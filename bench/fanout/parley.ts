/** The real server with an increasing number of desks. */

import type { Run } from '../kit/benchmark.ts';
import { pause } from '../kit/pause.ts';
import type { Seeded } from '../server-under-test/seed.ts';
import { type Server, startServer } from '../server-under-test/start.ts';
import { stamped } from '../server-under-test/traffic.ts';
import { type Crowd, openCrowd } from './crowd.ts';
import { measureBarePage, measurePages, type Pages, warmPages } from './pages.ts';
import { measurePushes, type Pushes, type TriggerEvent, teamSize } from './pushes.ts';

export type Stage = {
  desks: number;
  connectSeconds: number;
  /** Memory of the server's process in bytes: before the first desk, with the desks, after the pushes. */
  before: number;
  connected: number;
  after: number;
};
export type ServerStage = Stage & { messages: Pushes; signals: Pushes; pages: Pages };

export async function measureServer(run: Run, sizes: readonly number[]) {
  const server = await startServer(run);
  const most = Math.max(...sizes) - teamSize + 1;
  run.say(`fanout: seeding ${most} sub-accounts`);
  const request = { subAccounts: most, accounts: 1, desks: 1, firstDesks: teamSize, translation: false };
  const seeded = await server.call('seed', request);
  const crowd = await openCrowd(run, server.url);
  const running: RunningServer = { run, server, seeded, crowd, before: await server.call('memory', null) };
  const stages: ServerStage[] = [];
  let present = 0;
  for (const desks of sizes) {
    run.say(`fanout: ${desks} desks`);
    stages.push(await measureStage(running, present, desks));
    present = desks - teamSize + 1;
  }
  run.say('fanout: a bare page');
  const barePage = await measureBarePage(run, server.databaseUrl);
  await crowd.stop();
  await server.stop();
  return { stages, barePage, postgres: server.postgres };
}

type RunningServer = { run: Run; server: Server; seeded: Seeded; crowd: Crowd; before: number };

/** Connects desks until there are `desks`; those of the first `present` sub-accounts are connected already. */
async function measureStage(running: RunningServer, present: number, desks: number): Promise<ServerStage> {
  const { run, server, seeded, crowd, before } = running;
  const wanted = desks - teamSize + 1;
  const logins = seeded.subAccounts
    .slice(present, wanted)
    .flatMap((one) => one.deskTokens.map((token) => ({ token })));
  const connectSeconds = await crowd.connect(logins);
  await pause(1_000);
  const connected = await server.call('memory', null);
  const { message, signal } = happenings(server, seeded, desks);
  const seconds = run.quick ? 2 : 6;
  const messages = await measurePushes(crowd, wanted, seconds, message);
  const signals = await measurePushes(crowd, wanted, seconds, signal);
  await warmPages(server.url, seeded.consoleToken, run.quick ? 10 : 150);
  let turn = 0;
  const pages = await measurePages(server.url, seeded.consoleToken, run.quick ? 3 : 12, (due) => {
    turn += 1;
    message([turn % wanted], due);
  });
  const after = await server.call('memory', null);
  return { desks, connectSeconds, before, connected, after, messages, signals, pages };
}

/** `message`: a customer writes, with all consequences. `signal`: the push alone, without the database. */
function happenings(
  server: Server,
  { subAccounts }: Seeded,
  tag: number,
): Record<'message' | 'signal', TriggerEvent> {
  let serial = 0;
  return {
    message(indexes, due) {
      serial += 1;
      const id = `${tag}-${serial}`;
      const text = stamped(due);
      server.tell(
        'accept',
        indexes.map((account) => ({ account, chat: 'customer', id: `${id}-${account}`, text, due })),
      );
    },
    signal(indexes, due) {
      const subAccountIds = indexes.map((index) => subAccounts[index]?.id ?? '');
      server.tell('push', { subAccountIds, event: eventAt(due) });
    },
  };
}

/** Returns an event like the server's for an inbound message. */
export function eventAt(due: number) {
  const id = '01890a5d-ac96-774b-bcce-b302099a8057';
  return {
    conversationId: id,
    socialAccountId: id,
    seq: 1,
    message: {
      id,
      conversationId: id,
      seq: 1,
      changedSeq: 1,
      direction: 'in' as const,
      kind: 'text' as const,
      attachment: null,
      original: stamped(due),
      originalLanguage: null,
      translation: null,
      translationLanguage: null,
      translationState: 'none' as const,
      translationProblem: null,
      automatic: false,
      author: null,
      sender: null,
      mentions: [],
      elsewhere: false,
      erased: false,
      editedAt: null,
      deletedAt: null,
      replyTo: null,
      reactions: [],
      change: null,
      template: null,
      characters: 0,
      mode: null,
      delivery: 'received' as const,
      deliveryProblem: null,
      authorSubAccountId: null,
      sentAt: 1_700_000_000_000,
    },
  };
}
