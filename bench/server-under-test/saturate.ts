/** Sends as many messages as the server accepts: a constant number in flight, the next one when one is durable. */
import type { App } from '../../apps/server/src/app.ts';
import type { Inbound } from '../../apps/server/src/modules/conversations/index.ts';
import { seededRandom } from '../kit/arrivals.ts';
import { monotonic } from '../kit/monotonic.ts';
import type { Account } from './seed.ts';
import { type Arrival, type Crowd, createTraffic, firstWords } from './traffic.ts';

export type Saturation = {
  crowd: Crowd;
  /** Number of messages in flight. */
  window: number;
  /** The duration; null: the first message of every regular once. */
  seconds: number | null;
  tag: string;
};

export type Throughput = { count: number; perSecond: number; latencies: Float64Array };

export async function saturate(
  app: App,
  accounts: readonly Account[],
  request: Saturation,
): Promise<Throughput> {
  const start = monotonic();
  const next = sourceOf(request, start);
  const latencies: number[] = [];
  const worker = async () => {
    for (let arrival = next(); arrival; arrival = next()) {
      const sent = monotonic();
      await app.services.conversations.accept([toInbound(accounts, arrival)]);
      latencies.push(monotonic() - sent);
    }
  };
  await Promise.all(Array.from({ length: request.window }, worker));
  const seconds = (monotonic() - start) / 1000;
  return {
    count: latencies.length,
    perSecond: latencies.length / seconds,
    latencies: Float64Array.from(latencies),
  };
}

function sourceOf({ crowd, seconds, tag }: Saturation, start: number): () => Arrival | undefined {
  if (seconds === null) {
    const each = firstWords(crowd).values();
    return () => each.next().value;
  }
  const make = createTraffic(crowd, seededRandom(7), tag);
  return () => {
    const now = monotonic();
    return now - start < seconds * 1000 ? make(now) : undefined;
  };
}

/** Returns the message that a connector would pass. */
export function toInbound(
  accounts: readonly Account[],
  { account, chat, chatKind = 'private', id, text }: Arrival,
): Inbound {
  const receiving = accounts[account];
  if (!receiving) throw new Error(`there is no account ${account}`);
  return {
    account: receiving,
    kind: 'text',
    platformMessageId: id,
    chatId: chat,
    chatKind,
    chatTitle: chatKind === 'group' ? `Group ${chat}` : null,
    author: 'customer',
    from: { id: chat, displayName: `Customer ${chat}`, language: 'es' },
    text,
    attachment: null,
    fileId: null,
    referenceId: null,
    replyTo: null,
    sentAt: Date.now(),
    history: false,
  };
}
