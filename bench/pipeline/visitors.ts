/** The same messages over HTTP: from visitors of the website chat, each in a request. */
import { randomUUID } from 'node:crypto';
import { addSocialAccount } from '@parley/contract/channels';
import { visitorSend, visitorStart } from '@parley/contract/visitor';
import { poll } from '@parley/testing';
import { arrive, seededRandom } from '../kit/arrivals.ts';
import type { Run } from '../kit/benchmark.ts';
import { spreadCells, spreadOf, spreadTitles, table, whole } from '../kit/figures.ts';
import { monotonic } from '../kit/monotonic.ts';
import { connectDesk } from '../server-under-test/desk.ts';
import { callEndpoint, callForText } from '../server-under-test/http.ts';
import { clock, createInbox, type Inbox } from '../server-under-test/phase.ts';
import type { Server } from '../server-under-test/start.ts';
import { dueOf, stamped } from '../server-under-test/traffic.ts';

const visitorCount = 100;

export async function measureVisitors(run: Run, server: Server): Promise<string> {
  run.say('visitors: opening a website chat');
  const inbox = createInbox();
  const { visitors, desk } = await openSite(server, inbox);
  const rows: string[][] = [];
  await phase(server, inbox, visitors, 50, 2);
  for (const perSecond of [50, 100, 200]) {
    run.say(`visitors: ${perSecond}/s`);
    rows.push(...(await phase(server, inbox, visitors, perSecond, run.quick ? 2 : 8)));
  }
  desk.disconnect();
  return table(['website chat over HTTP', 'messages', ...spreadTitles], rows);
}

async function openSite(server: Server, inbox: Inbox) {
  const request = { subAccounts: 1, accounts: 0, desks: 0, firstDesks: 1, translation: false };
  const { consoleToken, subAccounts } = await server.call('seed', request);
  const agent = subAccounts[0];
  const body = {
    platform: 'webchat',
    subAccountId: agent?.id,
    name: 'Shop',
    credentials: { siteName: 'Shop', origins: ['*'] },
  };
  const site = await callEndpoint(server.url, addSocialAccount, { token: consoleToken, body });
  const token = agent?.deskTokens[0] ?? '';
  const desk = await connectDesk(server.url, { token }, ({ message }) =>
    inbox.received(dueOf(message.original)),
  );
  const visitors: string[] = [];
  for (let count = 0; count < visitorCount; count += 1) {
    const started = await callEndpoint(server.url, visitorStart, { token: null, body: { site: site.id } });
    visitors.push(started.token);
  }
  return { visitors, desk };
}

async function phase(
  { url }: Server,
  inbox: Inbox,
  visitors: readonly string[],
  perSecond: number,
  seconds: number,
): Promise<string[][]> {
  const random = seededRandom(perSecond);
  const latencies: number[] = [];
  const running: Promise<void>[] = [];
  const send = async (due: number) => {
    const token = visitors[Math.floor(random() * visitors.length)] ?? null;
    await callForText(url, visitorSend, { token, body: { id: randomUUID(), text: stamped(due) } });
    latencies.push(monotonic() - due);
  };
  inbox.begin();
  await arrive(clock, { perSecond, seconds, random }, (due) => running.push(...due.map(send)));
  await Promise.all(running);
  await poll(() => inbox.count() >= latencies.length, 10_000);
  return [
    [`${perSecond}/s: due → answered`, whole(latencies.length), ...spreadCells(spreadOf(latencies))],
    [`${perSecond}/s: due → desk`, whole(inbox.count()), ...spreadCells(inbox.spread())],
  ];
}
