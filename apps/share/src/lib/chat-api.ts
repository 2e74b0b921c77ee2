/**
 * Requests of the page of a shared conversation, which is a link's only one or one of a work order's. Keeps what is
 * known of it so far.
 */
import type { SharedChat, SharedFileLink, SharedMessage } from '@parley/contract/chat-shares';
import { createRequests, type Outcome } from './requests.ts';
import type { LinkApi } from './visit.ts';

export type ChatView = Pick<SharedChat, 'title' | 'name' | 'visitor' | 'expiresAt' | 'more'> & {
  /** By place, oldest first, without gaps except for messages that are not shown. */
  messages: readonly SharedMessage[];
};

export type ChatApi = LinkApi<ChatView> & {
  /** Adds the messages before the known ones. */
  earlier(pass: string | null): Promise<Outcome<ChatView>>;
  /** Null if the file can't be had. */
  fileLink(pass: string | null, seq: number): Promise<SharedFileLink | null>;
};

/** Maximum number of requests for earlier messages; they are repeated when changes have overtaken the answer. */
const maxTries = 3;
const unreachable = { ok: false, refusal: { kind: 'unreachable' } } as const;

/** `chat` names one of the conversations of a work order link; null means that the link shows this one alone. */
export function createChatApi(
  token: string,
  fetch: typeof globalThis.fetch,
  chat: string | null = null,
): ChatApi {
  const requests = createChatRequests(token, fetch, chat);
  /** `from` is the place from which on everything shown is known, whether or not a message is there. */
  let known: { view: ChatView; lastSeq: number; from: number } | null = null;
  const ask = (pass: string | null, query: Record<string, number>) =>
    requests.get<SharedChat>('', query, pass);
  return {
    open: requests.open,
    async read(pass) {
      const before = known;
      const outcome = await ask(pass, before === null ? {} : { since: before.lastSeq });
      if (!outcome.ok) {
        // Discard a conversation that may no longer be read.
        if (outcome.refusal.kind !== 'unreachable') known = null;
        return outcome;
      }
      const { data } = outcome;
      if (before === null) {
        known = { view: viewOf(data), lastSeq: data.lastSeq, from: startOf(data) };
      } else {
        // Earlier messages may have arrived in the meantime.
        const { view, from } = known ?? before;
        known = { view: changed(view, data, from), lastSeq: data.lastSeq, from };
      }
      return { ok: true, data: known.view };
    },
    async earlier(pass) {
      for (let tries = 0; tries < maxTries; tries += 1) {
        if (known === null) return unreachable;
        const outcome = await ask(pass, { before: known.from });
        if (!outcome.ok) return outcome;
        const { messages, more } = outcome.data;
        // The link may have been closed in the meantime.
        if (known === null) return unreachable;
        const { view, lastSeq, from } = known;
        // Changes to messages that weren't loaded yet are not reported again.
        if (outcome.data.lastSeq < lastSeq) continue;
        const added = messages.filter(({ seq }) => seq < from);
        const all = { ...view, messages: [...added, ...view.messages], more };
        known = { view: all, lastSeq, from: startOf(outcome.data) };
        return { ok: true, data: known.view };
      }
      return unreachable;
    },
    async fileLink(pass, seq) {
      const outcome = await requests.get<SharedFileLink>('/file', { seq }, pass);
      return outcome.ok ? outcome.data : null;
    },
  };
}

/** Returns the requests by which either kind of link shows a conversation. */
function createChatRequests(token: string, fetch: typeof globalThis.fetch, chat: string | null) {
  const requests = createRequests(token, chat === null ? 'chat-share' : 'work-order-share', fetch);
  const path = chat === null ? '/api/share/chatHistory' : '/api/share/workOrder/chat';
  return {
    get<T>(place: string, query: Record<string, number>, pass: string | null): Promise<Outcome<T>> {
      const values = Object.entries({ ...(chat === null ? {} : { chat }), ...query });
      const text = new URLSearchParams(values.map(([name, value]) => [name, String(value)])).toString();
      return requests.whole(`${path}${place}${text === '' ? '' : `?${text}`}`, pass);
    },
    async open(password?: string): Promise<Outcome<{ pass: string | null }>> {
      if (chat === null) return requests.open(`${path}/open`, password);
      // The page of the work orders has already counted the visit.
      if (password === undefined) return { ok: true, data: { pass: null } };
      return requests.open('/api/share/workOrder/open', password);
    },
  };
}

const startOf = ({ messages, more }: SharedChat): number =>
  more ? (messages[0]?.seq ?? 0) : Number.NEGATIVE_INFINITY;

const viewOf = ({ title, name, visitor, expiresAt, more, messages }: SharedChat): ChatView => ({
  title,
  name,
  visitor,
  expiresAt,
  more,
  messages,
});

/** Merges new and changed messages. Changes before `from` are left out: they are included when those messages are loaded. */
function changed(
  view: ChatView,
  { title, name, visitor, expiresAt, messages, gone }: SharedChat,
  from: number,
): ChatView {
  const head = { title, name, visitor, expiresAt, more: view.more };
  if (messages.length === 0 && gone.length === 0) return { ...head, messages: view.messages };
  const bySeq = new Map(view.messages.map((message) => [message.seq, message]));
  for (const message of messages) if (message.seq >= from) bySeq.set(message.seq, message);
  for (const seq of gone) bySeq.delete(seq);
  return { ...head, messages: [...bySeq.values()].sort((a, b) => a.seq - b.seq) };
}
