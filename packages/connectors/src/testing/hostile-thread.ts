/**
 * Runs hostile servers in a separate thread, so that a test measures their effect on the client and not their own cost. Cases
 * hold functions, which can't be sent between threads, so the thread creates them from the seed.
 */
import { once } from 'node:events';
import { type MessagePort, parentPort, Worker, workerData } from 'node:worker_threads';
import { createRandom, type Random } from './random.ts';

/** The part of a case that is sent to the client's thread. */
export type CaseInfo = {
  name: string;
  /** A pattern that one of the reasons shown to the owner must match. */
  reason?: RegExp;
  /** True if the client may come online all the same. */
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
  /** Returns how often the client has received or requested the case's payload so far. */
  count(): number;
  close(): Promise<void>;
};

type Order = { what: 'open' | 'close'; index: number };
type Report =
  | { what: 'ready'; cases: CaseInfo[] }
  | { what: 'open'; index: number; url: string }
  | { what: 'count' | 'close'; index: number };

/** Starts `file`, which must call `serveCases`, in a thread. */
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
 * Creates the cases and starts servers on demand; called by the thread's file. `start` receives a function to call whenever the
 * client has received or requested the payload.
 */
export async function serveCases<T extends CaseInfo>(
  make: (random: Random, mutations: number) => readonly T[],
  start: (one: T, count: () => void) => Promise<Server>,
): Promise<void> {
  const port = demandPort();
  // Only `startHostileThread` starts such a thread.
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

/** Drops the functions, which can't be sent. */
function infoOf({ name, reason, mayEndWell }: CaseInfo): CaseInfo {
  return { name, ...(reason ? { reason } : {}), ...(mayEndWell ? { mayEndWell } : {}) };
}

function demandPort(): MessagePort {
  if (!parentPort) throw new Error('This file runs in a thread that a test starts.');
  return parentPort;
}
