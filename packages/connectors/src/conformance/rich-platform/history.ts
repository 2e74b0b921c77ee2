import type { HistoryBatch, HistoryContext, HistoryRequest, HistoryTrouble } from '../../spec.ts';
import type { RichCredentials } from './manifest.ts';
import type { RichPlatform } from './platform.ts';
import { reachRich } from './tokens.ts';

const pageSize = 20;

/** Reads the archive backwards from the start of the live messages; a position is the number of older messages. */
export async function* readHistory(
  platform: RichPlatform,
  { position, since }: HistoryRequest,
  credentials: RichCredentials,
  context: HistoryContext,
): AsyncGenerator<HistoryBatch | HistoryTrouble> {
  const { cursor, signal } = context;
  if (credentials.token !== platform.token)
    return yield { ok: false, outcome: 'refused', reason: 'token unknown' };
  const reached = await reachRich(credentials, context);
  if (!reached.ok) return yield { ok: false, outcome: reached.kind, reason: reached.reason };
  const began = await cursor.load();
  if (began === null) return yield { ok: false, outcome: 'later', reason: 'platform-not-connected' };
  for (let left = Number(position ?? began); !signal.aborted; ) {
    if (!platform.running) return yield { ok: false, outcome: 'later', reason: 'platform-unreachable' };
    const page = platform.after(platform.chatId, 0).slice(Math.max(0, left - pageSize), left);
    const wanted = page.filter(({ sentAt }) => since === null || sentAt >= since);
    left = wanted.length < page.length ? 0 : Math.max(0, left - pageSize);
    const messages = wanted
      .toReversed()
      .map(({ replyHandle: _, ...message }) => ({ ...message, history: true }));
    yield { ok: true, messages, position: left === 0 ? null : String(left), total: Number(began) };
    if (left === 0) return;
  }
}
