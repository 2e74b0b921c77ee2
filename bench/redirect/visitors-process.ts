/**
 * Visitors over plain sockets: a client that costs a fraction of what it measures. Each connection has one request in flight;
 * responses have no body.
 */
import { createConnection, type Socket } from 'node:net';
import { seededRandom } from '../kit/arrivals.ts';
import { monotonic } from '../kit/monotonic.ts';
import { pause } from '../kit/pause.ts';
import { serveMethods } from '../kit/remote.ts';
import { codeOf } from './rows.ts';

export type Crowd = {
  ports: number[];
  /** Path before a link's code. */
  prefix: string;
  connections: number;
  links: number;
  /** Number of links that receive nine visits in ten. */
  busyLinks: number;
};
export type Rush = Crowd & { seconds: number; visits: number };
export type Pace = Crowd & { seconds: number; perSecond: number };
export type Rushed = { answered: number; failed: number; seconds: number; targets: Record<string, number> };

const random = seededRandom(11);
const upTo = (count: number) => Math.floor(random() * count);
const agents = Array.from(
  { length: 40 },
  (_, at) =>
    `Mozilla/5.0 (Linux; Android ${10 + (at % 6)}; SM-G99${at}B) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${120 + at}.0.0.0 Mobile Safari/537.36`,
);

function requestOf({ prefix, links, busyLinks }: Crowd): string {
  const link = random() < 0.9 ? upTo(busyLinks) : upTo(links);
  const address = `81.${upTo(64)}.${upTo(256)}.${upTo(256)}`;
  return `GET ${prefix}${codeOf(link)} HTTP/1.1\r\nhost: 127.0.0.1\r\nuser-agent: ${agents[upTo(agents.length)]}\r\nx-forwarded-for: ${address}\r\n\r\n`;
}

type Line = { ask(text: string, answered: (head: string | null) => void): void; end(): void };

function open(port: number): Promise<Line> {
  return new Promise((resolve, reject) => {
    const socket: Socket = createConnection({ port, host: '127.0.0.1', noDelay: true });
    let waiting: ((head: string | null) => void) | null = null;
    let text = '';
    const finish = (head: string | null) => {
      const done = waiting;
      waiting = null;
      text = '';
      done?.(head);
    };
    socket.on('data', (piece: Buffer) => {
      text += piece.toString('latin1');
      if (text.includes('\r\n\r\n')) finish(text);
    });
    socket.on('error', reject);
    socket.on('close', () => finish(null));
    socket.on('connect', () =>
      resolve({
        ask(request, answered) {
          waiting = answered;
          socket.write(request);
        },
        end: () => socket.destroy(),
      }),
    );
  });
}

const linesOf = ({ ports, connections }: Crowd) =>
  Promise.all(Array.from({ length: connections }, (_, at) => open(ports[at % ports.length] ?? 0)));

/** Sends visits as fast as they are answered, one after the other on each connection. */
async function rush(it: Rush): Promise<Rushed> {
  const lines = await linesOf(it);
  const began = monotonic();
  const result: Rushed = { answered: 0, failed: 0, seconds: 0, targets: {} };
  let sent = 0;
  await Promise.all(
    lines.map(
      (line) =>
        new Promise<void>((resolve) => {
          const next = () => {
            if (sent >= it.visits || monotonic() - began > it.seconds * 1_000) return resolve();
            sent += 1;
            line.ask(requestOf(it), (head) => {
              if (head === null) return resolve();
              const target = /^HTTP\/1\.1 302 .*?location: (\S+)/is.exec(head)?.[1];
              if (target === undefined) result.failed += 1;
              else {
                result.answered += 1;
                result.targets[target] = (result.targets[target] ?? 0) + 1;
              }
              next();
            });
          };
          next();
        }),
    ),
  );
  result.seconds = (monotonic() - began) / 1_000;
  for (const line of lines) line.end();
  return result;
}

/** Sends visits at a fixed rate, due whether or not earlier ones were answered; latencies count from the due times, in ms. */
async function pace(it: Pace): Promise<{ latencies: number[]; failed: number }> {
  const free = await linesOf(it);
  const all = [...free];
  const due: number[] = [];
  const latencies: number[] = [];
  let failed = 0;
  const serve = () => {
    while (free.length > 0 && due.length > 0) {
      const line = free.pop();
      const at = due.shift() ?? 0;
      line?.ask(requestOf(it), (head) => {
        if (head?.startsWith('HTTP/1.1 302') === true) latencies.push(monotonic() - at);
        else failed += 1;
        if (line !== undefined) free.push(line);
        serve();
      });
    }
  };
  const began = monotonic();
  let sent = 0;
  while (sent < it.seconds * it.perSecond) {
    const now = monotonic();
    for (; sent < ((now - began) / 1_000) * it.perSecond; sent += 1)
      due.push(began + (sent / it.perSecond) * 1_000);
    serve();
    await pause(1);
  }
  while (latencies.length + failed < sent) await pause(5);
  for (const line of all) line.end();
  return { latencies, failed };
}

const methods = { ready: (_: null) => true, rush, pace };
export type VisitorMethods = typeof methods;

serveMethods(methods, async () => undefined);
