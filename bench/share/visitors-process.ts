/** Many pages that poll one share: requests over kept-alive connections, due whether or not the last one was answered. */
import { Agent, request } from 'node:http';
import { arrive, seededRandom } from '../kit/arrivals.ts';
import { monotonic } from '../kit/monotonic.ts';
import { pause } from '../kit/pause.ts';
import { serveMethods } from '../kit/remote.ts';

export type VisitPlan = {
  url: string;
  headers: Record<string, string>;
  perSecond: number;
  seconds: number;
  /** Parses the figure from one response in this many; 0: from none. */
  lookAtOneIn: number;
};
export type Visited = {
  /** From each request's due time, in ms. */
  latencies: number[];
  failures: number;
  bytes: number;
  /** The time at which a response first showed each count of new fans, in monotonic ms. */
  shown: [count: number, at: number][];
};

const agent = new Agent({ keepAlive: true, maxSockets: 64 });
const random = seededRandom(3);

async function visit({ url, headers, perSecond, seconds, lookAtOneIn }: VisitPlan): Promise<Visited> {
  const visited: Visited = { latencies: [], failures: 0, bytes: 0, shown: [] };
  let sent = 0;
  let most = -1;
  const running = new Set<Promise<void>>();
  const look = (text: string) => {
    const count = Number(/"total":\{"newFans":(\d+)/.exec(text)?.[1] ?? -1);
    if (count <= most) return;
    most = count;
    visited.shown.push([count, monotonic()]);
  };
  const send = (due: number) => {
    sent += 1;
    const isLookedAt = lookAtOneIn > 0 && sent % lookAtOneIn === 0;
    const one = ask(url, headers, isLookedAt).then(
      ({ bytes, text }) => {
        visited.latencies.push(monotonic() - due);
        visited.bytes += bytes;
        if (text !== null) look(text);
      },
      () => {
        visited.failures += 1;
      },
    );
    running.add(one);
    void one.finally(() => running.delete(one));
  };
  const clock = { now: monotonic, sleep: async (ms: number) => void (await pause(ms)) };
  await arrive(clock, { perSecond, seconds, random }, (due) => due.forEach(send));
  await Promise.all(running);
  return visited;
}

function ask(url: string, headers: Record<string, string>, keeps: boolean) {
  return new Promise<{ bytes: number; text: string | null }>((resolve, reject) => {
    const sent = request(url, { agent, headers }, (response) => {
      let bytes = 0;
      let text = '';
      response.on('data', (piece: Buffer) => {
        bytes += piece.length;
        if (keeps) text += piece.toString();
      });
      response.on('error', reject);
      response.on('end', () => {
        if (response.statusCode === 200) resolve({ bytes, text: keeps ? text : null });
        else reject(new Error(`answered ${response.statusCode}`));
      });
    });
    sent.on('error', reject);
    sent.end();
  });
}

const methods = { ready: (_: null) => true, visit };
export type VisitorMethods = typeof methods;

serveMethods(methods, async () => agent.destroy());
