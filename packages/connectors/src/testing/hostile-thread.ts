/**
 * Runs hostile servers in a separate thread, so that a test measures their effect on the client and not their own cost.
 * Cases hold functions, which can't be sent between threads: the thread makes them from the seed.
 */
import { once } from 'node:events';
import { type MessagePort, parentPort, Worker, workerData } from 'node:worker_threads';
import { createRandom, type Random } from './random.ts';

/** The part of a case that the client's thread receives. */
export type CaseInfo = {
  name: string;
  /** A pattern for one of the reasons that the owner is shown. */
  reason?: RegExp;
  /** True when the client may come online all the same. */
  mayEndWell?: boolean;
};

export type HostileThread = {
  cases: readonly CaseInfo[];
  /** Starts the server of the case with this index on a free port. */
  open(index: number): Promise<OpenCase>;
  /** Rejects with errors that were uncaught in the thread. */
  close(): Promise<void>;
};

export type OpenCase = {
  url: string;
  /** Returns how often the client has received the case's payload or asked for it so far. */
  count(): number;
  close(): Promise<void>;
};

type Order = { what: 'open' | 'close'; index: number };
type Report =
  | { what: 'ready'; cases: CaseInfo[] }
  | { what: 'open'; index: number; url: string }
  | { what: 'count' | 'close'; index: number };

/** Starts `file`, which must call `serveCases`. */
export async function startHostileThread(file: URL, seed: number, mutations: number): Promise<HostileThread> {
  const worker = new Worker(file, { workerData: { seed, mutations } });
  let fail: (error: unknown) => void = () => undefined;
  const failed = new Promise<never>((_, reject) => {
    fail = reject;
  });
  failed.catch(() => undefined);
  worker.on('error', fail);
  const waiting = new Map<string, (report: Report) => void>();
  const counts = new Map<number, number>();
  const ready = new Promise<readonly CaseInfo[]>((resolve) => {
    worker.on('message', (report: Report) => {
      if (report.what === 'ready') resolve(report.cases);
      else if (report.what === 'count') counts.set(report.index, (counts.get(report.index) ?? 0) + 1);
      else waiting.get(`${report.what} ${report.index}`)?.(report);
    });
  });
  const order = (what: Order['what'], index: number): Promise<Report> => {
    const done = new Promise<Report>((resolve) => waiting.set(`${what} ${index}`, resolve));
    worker.postMessage({ what, index } satisfies Order);
    return Promise.race([done, failed]);
  };
  return {
    cases: await Promise.race([ready, failed]),
    async open(index) {
      const opened = await order('open', index);
      return {
        url: opened.what === 'open' ? opened.url : '',
        count: () => counts.get(index) ?? 0,
        close: async () => void (await order('close', index)),
      };
    },
    async close() {
      await Promise.race([worker.terminate(), failed]);
    },
  };
}

type Server = { url: string; close(): Promise<void> };

/**
 * For the thread's file: makes the cases and starts servers on demand. `start` gets a function to call whenever the
 * client has received the payload or asked for it.
 */
export async function serveCases<T extends CaseInfo>(
  make: (random: Random, mutations: number) => readonly T[],
  start: (one: T, count: () => void) => Promise<Server>,
): Promise<void> {
  const port = demandPort();
  // `startHostileThread` is the one who starts such a thread.
  const { seed, mutations } = workerData as { seed: number; mutations: number };
  const cases = make(createRandom(seed), mutations);
  const servers = new Map<number, Server>();
  const tell = (report: Report) => port.postMessage(report);
  port.on('message', async ({ what, index }: Order) => {
    const one = cases[index];
    if (what === 'open' && one) {
      const server = await start(one, () => tell({ what: 'count', index }));
      servers.set(index, server);
      tell({ what, index, url: server.url });
    } else {
      await servers.get(index)?.close();
      servers.delete(index);
      tell({ what: 'close', index });
    }
  });
  tell({ what: 'ready', cases: cases.map(infoOf) });
  await once(port, 'close');
}

/** Without the functions, which can't be sent. */
function infoOf({ name, reason, mayEndWell }: CaseInfo): CaseInfo {
  return { name, ...(reason ? { reason } : {}), ...(mayEndWell ? { mayEndWell } : {}) };
}

function demandPort(): MessagePort {
  if (!parentPort) throw new Error('This file runs in a thread that a test starts.');
  return parentPort;
}
