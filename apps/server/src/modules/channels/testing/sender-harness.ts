import type {
  Connection,
  OutboundMessage,
  ReplyHandleSupport,
  SendLimits,
  SendResult,
} from '@parley/connectors';
import type { ReplyWindow, TemplateSupport } from '@parley/contract/conversations';
import { pino } from 'pino';
import type { Clock } from '../../../base/clock.ts';
import { trustWorkspaceId } from '../../../base/ids.ts';
import { createMetrics } from '../../../base/metrics.ts';
import type { MessageOutbox } from '../../conversations/index.ts';
import { channelsMetrics } from '../metrics.ts';
import { createThrottle } from '../send-limits.ts';
import { createSender } from '../sender.ts';

const account = {
  workspaceId: trustWorkspaceId('0197a000-0000-7000-8000-000000000001'),
  id: 'account',
  platform: 'telegram',
};
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
export async function turns(count = 20): Promise<void> {
  for (let i = 0; i < count; i += 1) await turn();
}

type Row = {
  id: string;
  chatId: string;
  delivery: string;
  attempts: number;
  retryAt: number;
  reason?: string;
  parts: string[];
  askedAt?: number;
  /** Additional fields of the row. */
  given?: Partial<Pick<ToSend, 'template' | 'acceptsPrice' | 'customerWroteAt' | 'kind' | 'media'>>;
};
type ToSend = Awaited<ReturnType<MessageOutbox['next']>>[number];

/** Returns the oldest unsent message of each chat, for which later ones wait. */
function firstOfEachChat(rows: readonly Row[]): Row[] {
  const firsts = new Map<string, Row>();
  for (const row of rows) {
    if (!firsts.has(row.chatId) && ['queued', 'sending'].includes(row.delivery)) firsts.set(row.chatId, row);
  }
  return [...firsts.values()];
}

export const textAlone = {
  chatKind: 'private' as const,
  kind: 'text' as const,
  media: null,
  fileId: null,
  replyTo: null,
  replyToPlatformId: null,
  mentions: [],
  customerWroteAt: 0,
  template: null,
  acceptsPrice: false,
};

const asToSend = ({ id, chatId, given }: Row) => ({
  ...textAlone,
  ...given,
  id,
  conversationId: chatId,
  chatId,
  text: id,
  writtenAt: 0,
});

/** An in-memory outbox with the rules of the real one; `away` makes its next calls fail. */
function fakeOutbox(clock: { now(): number }, handles: string[]) {
  const rows: Row[] = [];
  const state = { away: 0, answersLost: 0 };
  const touch = async (name: string) => {
    await turn();
    if (state.away > 0) {
      state.away -= 1;
      throw new Error(`no database for ${name}`);
    }
  };
  const set = setIn(rows);
  const outbox: MessageOutbox = {
    due: async () => [],
    async next(_workspace, _account, limit, except) {
      await touch('next');
      return firstOfEachChat(rows)
        .filter((row) => row.delivery === 'queued' && row.retryAt <= clock.now())
        .filter((row) => !except.includes(row.chatId))
        .slice(0, limit)
        .map(asToSend);
    },
    async claim(_workspace, id, { replyHandle } = { replyHandle: false }) {
      await touch('claim');
      const claimed = await set(id, 'queued', { delivery: 'sending' });
      if (state.answersLost > 0) {
        state.answersLost -= 1;
        throw new Error('the answer to the commit was lost');
      }
      if (claimed === null) return null;
      const { attempts, parts } = claimed;
      return { attempts, sentParts: [...parts], replyHandle: replyHandle ? (handles.shift() ?? null) : null };
    },
    async partSent(_workspace, id, part, name) {
      await touch('partSent');
      const row = rows.find((it) => it.id === id);
      if (row) row.parts[part] = name;
    },
    async sent(_workspace, id, { askedAt }) {
      await touch('sent');
      await set(id, 'sending', { delivery: 'sent', askedAt });
    },
    async notSent(_workspace, id, { reason, retryAt }) {
      await touch('notSent');
      const row = rows.find((it) => it.id === id);
      const change = retryAt === null ? { delivery: 'failed' } : { delivery: 'queued', retryAt };
      await set(id, 'sending', { ...change, reason, attempts: (row?.attempts ?? 0) + 1 });
    },
    async unconfirmed(_workspace, id, reason) {
      await touch('unconfirmed');
      await set(id, 'sending', { delivery: 'unconfirmed', reason });
    },
    recover: async () => undefined,
    receipt: async () => undefined,
  };
  return { outbox, rows, state, ...commandsOf(rows) };
}

const setIn =
  (rows: readonly Row[]) =>
  async (id: string, from: string, change: Partial<Row>): Promise<Row | null> => {
    const row = rows.find((it) => it.id === id && it.delivery === from);
    return row ? Object.assign(row, change) : null;
  };

function commandsOf(rows: Row[]) {
  const add = (...ids: string[]) => {
    for (const id of ids) {
      rows.push({ id, chatId: id[0] ?? '', delivery: 'queued', attempts: 0, retryAt: 0, parts: [] });
    }
  };
  const states = () => Object.fromEntries(rows.map((row) => [row.id, row.delivery]));
  return { add, states };
}

/** A clock's sleep that passes at once: the shortest sleep ends when nothing else is pending. */
function passingTime(now: () => number, passTo: (at: number) => void): Clock['sleep'] {
  const wakes = new Set<number>();
  return async (ms, signal) => {
    // Two sleeps that end at the same time need two entries.
    let at = now() + ms;
    while (wakes.has(at)) at += 1e-6;
    wakes.add(at);
    do {
      await turns(30);
      if (signal?.aborted) wakes.delete(at);
      signal?.throwIfAborted();
    } while (Math.min(...wakes) < at);
    wakes.delete(at);
    passTo(Math.max(now(), Math.round(at)));
  };
}

type HarnessOptions = {
  limits?: SendLimits;
  timePasses?: boolean;
  window?: ReplyWindow;
  templates?: TemplateSupport;
  replyHandles?: ReplyHandleSupport;
  /** The chat's handles in the order of use. */
  handles?: string[];
};

/** A sender with an in-memory outbox, a connection that answers as the test says, and the test's clock. */
export function senderHarness(options: HarnessOptions = {}) {
  let now = 0;
  const passTo = (at: number) => {
    now = at;
  };
  const sleep = options.timePasses
    ? passingTime(() => now, passTo)
    : async (_: number, signal?: AbortSignal) => {
        await turn();
        signal?.throwIfAborted();
      };
  const clock = { now: () => now, sleep };
  const box = fakeOutbox(clock, options.handles ?? []);
  const asked: OutboundMessage[] = [];
  const times: number[] = [];
  let answer: (message: OutboundMessage) => Promise<SendResult> = async ({ id }) => ({
    ok: true,
    platformMessageId: `p ${id}`,
  });
  let connection: Connection | null = {
    send: (message) => {
      asked.push(message);
      times.push(now);
      return answer(message);
    },
    close: async () => undefined,
  };
  const deps = {
    outbox: box.outbox,
    clock,
    messageFiles: {
      open: () => Promise.reject(new Error('no message here has a file')),
      addressOf: () => null,
    },
    mediaRules: { media: {} },
    log: pino({ level: 'silent' }),
    metrics: channelsMetrics(createMetrics()),
    rules: { window: options.window ?? null, templates: options.templates ?? null },
    replyHandles: options.replyHandles ?? null,
    throttle: createThrottle(options.limits ?? {}, [], 0),
  };
  return {
    ...box,
    asked,
    sender: createSender(deps, account, () => connection),
    answerWith: (next: typeof answer) => {
      answer = next;
    },
    disconnect: () => {
      connection = null;
    },
    passTo,
    now: () => now,
    sentAt: () => times,
    ids: () => asked.map(({ id }) => id),
  };
}
