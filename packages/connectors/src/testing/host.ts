import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { noTokens } from '../kit/token-use.ts';
import type {
  AccountTokens,
  ConnectorClock,
  ConnectorHost,
  ConnectorLog,
  ConnectorNetwork,
  ConnectorState,
  GroupReport,
  InboundChange,
  InboundMessage,
  ReceiptUpdate,
} from '../spec.ts';

export type LogLine = {
  level: 'debug' | 'info' | 'warn' | 'error';
  fields: Record<string, unknown>;
  message: string;
};

export type TestHost = ConnectorHost & {
  /** Never aborted; for `check`. */
  signal: AbortSignal;
  /** Accepted messages in order, deduplicated by `platformMessageId`, as a database with a unique key would store them. */
  messages: InboundMessage[];
  /** The deliveries that were set aside. */
  aside: { id: string; payload: string }[];
  /** The messages of all `accept` calls that resolved, including repetitions. */
  accepted: InboundMessage[];
  receipts: ReceiptUpdate[];
  /** Only changes to messages in `messages`. */
  changes: InboundChange[];
  typings: { chatId: string; on: boolean }[];
  presences: { peerId: string; online: boolean }[];
  idChanges: { oldId: string; newId: string }[];
  groups: GroupReport[];
  chatMoves: { oldId: string; newId: string }[];
  states: { state: ConnectorState; reason?: string }[];
  logs: LogLine[];
  /** The durations passed to `clock.sleep`, in ms. */
  sleeps: number[];
  /** The number of `accept` calls rejected so far. */
  refusals(): number;
  /**
   * While true, `accept` and `receipt` reject as if the database were down. The cursor can still be saved, which catches a
   * connector that advances it without waiting for `accept`.
   */
  databaseDown: boolean;
  /** Destroys every open socket, like a network loss, and refuses new ones while `refuse` is true. */
  cut(options?: { refuse?: boolean }): void;
  restore(): void;
  /** Simulates the end of the process: sockets die, and the connector's calls have no effect and never resolve. */
  crash(): void;
  openSockets(): number;
  /** The last saved cursor and the values, shared with the host of the next process. */
  stored: { cursor: string | null; values?: Map<string, string> };
};

export type TestHostOptions = {
  stored?: TestHost['stored'];
  webhookUrl?: string | null;
  joinsGroups?: boolean;
  /** The account's tokens, shared by all hosts of a test; for a connector with tokens. */
  tokens?: AccountTokens;
  /** Default: late enough that everything present at the first connection is history, as platforms store whole seconds. */
  addedAt?: number;
  /** Longer pauses are shortened to this many ms, so that backoffs don't slow tests down. Default 25. */
  longestSleep?: number;
};

type Life = { crashed: boolean; refusals: number };

/** A `ConnectorHost` in memory that records every call and can simulate the loss of its network, database or process. */
export function createTestHost(options: TestHostOptions = {}): TestHost {
  const life: Life = { crashed: false, refusals: 0 };
  const net = createTestNetwork(life);
  const records = createRecords(options.stored ?? { cursor: null });
  const { sleeps, logs } = records;
  const host: TestHost = {
    ...records,
    signal: new AbortController().signal,
    databaseDown: false,
    refusals: () => life.refusals,
    network: net.network,
    clock: createTestClock(sleeps, options.longestSleep ?? 25),
    log: createTestLog(logs),
    random: () => 0.5,
    webhookUrl: options.webhookUrl ?? null,
    joinsGroups: options.joinsGroups ?? false,
    tokens: options.tokens ?? noTokens,
    addedAt: options.addedAt ?? Date.now() + 3_600_000,
    ...createCalls(records, life, () => host.databaseDown),
    cut: net.cut,
    restore: net.restore,
    openSockets: net.openSockets,
    crash() {
      life.crashed = true;
      net.cut({ refuse: true });
    },
  };
  return host;
}

type Records = Pick<
  TestHost,
  | 'messages'
  | 'aside'
  | 'accepted'
  | 'receipts'
  | 'changes'
  | 'typings'
  | 'presences'
  | 'idChanges'
  | 'groups'
  | 'chatMoves'
  | 'states'
  | 'logs'
  | 'sleeps'
  | 'stored'
>;

function createRecords(stored: TestHost['stored']): Records {
  return {
    messages: [],
    aside: [],
    accepted: [],
    receipts: [],
    changes: [],
    typings: [],
    presences: [],
    idChanges: [],
    groups: [],
    chatMoves: [],
    states: [],
    logs: [],
    sleeps: [],
    stored,
  };
}

/** Creates the host's functions, with the records as their database. */
function createCalls(
  records: Records,
  life: Life,
  databaseDown: () => boolean,
): Omit<
  ConnectorHost,
  'network' | 'clock' | 'log' | 'random' | 'webhookUrl' | 'joinsGroups' | 'tokens' | 'addedAt'
> {
  const seen = new Set<string>();
  const live = (record: () => void) => {
    if (!life.crashed) record();
  };
  const durable = async (write: () => void, mayFail = true): Promise<void> => {
    await wait(0);
    if (life.crashed) await new Promise<never>(() => undefined);
    if (mayFail && databaseDown()) {
      life.refusals += 1;
      throw new Error('The database does not answer');
    }
    write();
  };
  const store = (message: InboundMessage) => {
    records.accepted.push(message);
    if (!seen.has(message.platformMessageId)) records.messages.push(message);
    seen.add(message.platformMessageId);
  };
  return {
    accept: (messages) => durable(() => messages.forEach(store)),
    setAside: (delivery) => durable(() => records.aside.push(delivery)),
    receipt: (update) => durable(() => records.receipts.push(update)),
    async change(change) {
      // A message of the business would be in a database that this host doesn't have.
      const known = records.messages.some(
        ({ platformMessageId, referenceId }) =>
          change.target === platformMessageId || change.target === referenceId,
      );
      const there = known || change.kind === 'reacted';
      await durable(() => there && records.changes.push(change));
      return there;
    },
    idChanged: (change) => durable(() => records.idChanges.push(change)),
    group: (report) => durable(() => records.groups.push(report)),
    chatMoved: (change) => durable(() => records.chatMoves.push(change)),
    typing: (chatId, on) => live(() => records.typings.push({ chatId, on })),
    presence: (peerId, online) => live(() => records.presences.push({ peerId, online })),
    state: (state, reason) =>
      live(() => records.states.push(reason === undefined ? { state } : { state, reason })),
    ...createStorage(records, durable),
  };
}

/** A cursor and values that the next process's host inherits; both can be saved while the database is down. */
function createStorage(
  { stored }: Records,
  durable: (write: () => void, mayFail: boolean) => Promise<void>,
): Pick<ConnectorHost, 'cursor' | 'values'> {
  stored.values ??= new Map();
  const { values } = stored;
  return {
    cursor: {
      load: async () => stored.cursor,
      save: (value) =>
        durable(() => {
          stored.cursor = value;
        }, false),
    },
    values: {
      get: async (key) => values.get(key) ?? null,
      set: (key, value) =>
        durable(() => void (value === null ? values.delete(key) : values.set(key, value)), false),
    },
  };
}

function createTestNetwork(life: Life) {
  const sockets = new Set<Socket>();
  const requests = new Set<AbortController>();
  let refusing = false;
  const refused = () => Object.assign(new Error('connect ECONNREFUSED (cut)'), { code: 'ECONNREFUSED' });
  const network: ConnectorNetwork = {
    async fetch(url, init) {
      if (refusing) throw new TypeError('fetch failed', { cause: refused() });
      const cutter = new AbortController();
      requests.add(cutter);
      const given = init?.signal;
      const signal = given ? AbortSignal.any([given, cutter.signal]) : cutter.signal;
      try {
        const response = await fetch(url, { ...init, signal });
        const body = await readBounded(response);
        if (life.crashed) await new Promise(() => undefined);
        return new Response(body, { status: response.status, headers: response.headers });
      } finally {
        requests.delete(cutter);
      }
    },
    async connect(host, port, signal) {
      if (refusing) throw refused();
      const socket = connect({ host, port, ...(signal ? { signal } : {}) });
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
      await new Promise<void>((resolve, reject) => {
        socket.once('connect', resolve);
        socket.once('error', reject);
      });
      return socket;
    },
  };
  return {
    network,
    openSockets: () => sockets.size + requests.size,
    cut(options: { refuse?: boolean } = {}) {
      refusing = options.refuse ?? refusing;
      for (const socket of sockets) socket.destroy();
      for (const request of requests) request.abort(new Error('The network is cut'));
    },
    restore() {
      refusing = false;
    },
  };
}

/** The server network's limit: 8 MiB after decompression. */
const answerLimit = 8 * 1024 * 1024;

async function readBounded(response: Response): Promise<Buffer<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of response.body ?? []) {
    bytes += piece.byteLength;
    if (bytes > answerLimit)
      throw Object.assign(new Error('The answer is too long'), { code: 'EANSWERTOOLARGE' });
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

function createTestClock(sleeps: number[], longest: number): ConnectorClock {
  return {
    now: () => Date.now(),
    async sleep(ms, signal) {
      sleeps.push(ms);
      try {
        await wait(Math.min(ms, longest), undefined, signal ? { signal } : {});
      } catch (error) {
        throw signal?.aborted ? signal.reason : error;
      }
    },
  };
}

function createTestLog(lines: LogLine[]): ConnectorLog {
  const at = (level: LogLine['level']) => (fields: Record<string, unknown>, message: string) => {
    lines.push({ level, fields, message });
  };
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}
