import { interfaceLanguage } from '@parley/contract';
import { connectionState } from '@parley/contract/channels';
import { colleagueAct, message } from '@parley/contract/conversations';
import type { ClientEvents, ServerEvents } from '@parley/contract/realtime';
import { id } from '@parley/contract/values';
import { io, type Socket } from 'socket.io-client';
import { z } from 'zod';
import type { Client } from './client.ts';

/** Schemas of the events. Events that don't match are dropped, as nothing depends on their delivery. */
const eventShapes = {
  changed: z.object({
    conversationId: id,
    socialAccountId: id,
    seq: z.int(),
    message,
    archived: z.literal(true).optional(),
  }),
  conversation: z.object({ conversationId: id, readSeq: z.int(), unread: z.int() }),
  handedOver: z.object({
    id,
    conversationId: id,
    socialAccountId: id,
    seq: z.int(),
    from: z.string(),
    authorName: z.string().nullable(),
    takenBack: z.boolean(),
  }),
  members: z.object({ conversationId: id }),
  erased: z.object({ conversationIds: z.array(id) }),
  historyImported: z.object({ socialAccountId: id, conversationIds: z.array(id) }),
  customerProfile: z.object({ fanId: id }),
  moved: z.object({ conversationId: id, seq: z.int(), place: z.int(), inbound: z.boolean() }),
  fanTags: z.strictObject({}),
  prospectiveFans: z.strictObject({}),
  sensitiveWords: z.object({ alerts: z.int() }),
  rated: z.object({ conversationId: id, score: z.int().min(1).max(5), changed: z.boolean() }),
  typing: z.object({ conversationId: id, on: z.boolean() }),
  presence: z.object({ conversationId: id, online: z.boolean() }),
  colleague: z.object({
    conversationId: id,
    person: z.string().max(64),
    page: id,
    act: colleagueAct,
    name: z.string().nullable(),
  }),
  accountMoved: z.object({ socialAccountId: id }),
  accountMuted: z.object({ socialAccountId: id, muted: z.boolean() }),
  account: z.object({ socialAccountId: id, state: connectionState, reason: z.string().nullable() }),
  characters: z.object({ subAccountId: id.nullable() }),
  notified: z.object({ unread: z.int().nullable() }),
  subAccount: z.object({ subAccountId: id }),
  ended: z.object({ reason: z.string(), message: z.record(interfaceLanguage, z.string()).optional() }),
} satisfies { [Name in keyof ServerEvents]: z.ZodType<Parameters<ServerEvents[Name]>[0]> };

export type RealtimeHandlers = Partial<ServerEvents> & {
  /** Called on every connection, including reconnections: fetch whatever was missed. */
  onConnect?(): void;
  /** Called when the connection is lost; reconnection attempts continue. */
  onDisconnect?(): void;
  /** Called when an attempt to connect fails; further attempts follow. */
  onFailure?(): void;
};

export type RealtimeOptions = {
  /** The delay before the first retry; it doubles up to `maxDelayMs`. */
  minDelayMs?: number;
  maxDelayMs?: number;
};

export type Realtime = {
  readonly connected: boolean;
  /** Retries immediately instead of after the backoff, for when the browser reports that it is online again. */
  retryNow(): void;
  close(): void;
};

type ParleySocket = Socket<ServerEvents, ClientEvents>;

/** Registers the handlers, each called only for events that match their schema. */
function listen(socket: ParleySocket, handlers: RealtimeHandlers): void {
  const on = <Name extends keyof ServerEvents>(name: Name) => {
    const handler = handlers[name];
    if (handler === undefined) return;
    socket.onAny((event: string, data: unknown) => {
      if (event !== name) return;
      const parsed = eventShapes[name].safeParse(data);
      // The schema and the handler have the same name, which TypeScript can't infer.
      if (parsed.success) (handler as (event: unknown) => void)(parsed.data);
    });
  };
  for (const name of Object.keys(eventShapes)) {
    // `satisfies` ensures that `eventShapes` has exactly the keys of `ServerEvents`.
    on(name as keyof ServerEvents);
  }
}

/** Calls `work` with exponential backoff until `reset`; scheduling while a call is pending has no effect. */
function backoff(work: () => void, minDelayMs: number, maxDelayMs: number) {
  let tries = 0;
  let timer: ReturnType<typeof setTimeout> | null = null;
  const stop = () => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
  };
  return {
    stop,
    reset() {
      stop();
      tries = 0;
    },
    schedule() {
      if (timer !== null) return;
      const wait = Math.min(maxDelayMs, minDelayMs * 2 ** tries);
      tries += 1;
      // Half of the delay is jitter, so that desks don't all reconnect at the same moment.
      timer = setTimeout(
        () => {
          timer = null;
          work();
        },
        wait / 2 + (Math.random() * wait) / 2,
      );
    },
  };
}

/** Returns a socket that sends the current access token with each attempt; `used` returns the last one sent, and its pair. */
function openSocket(client: Client, minDelayMs: number, maxDelayMs: number) {
  let used: { access: string | null; refresh: string | null } = { access: null, refresh: null };
  const socket: ParleySocket = io(client.baseUrl === '' ? undefined : client.baseUrl, {
    path: '/socket.io',
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
    forceNew: true,
    reconnectionDelay: minDelayMs,
    reconnectionDelayMax: maxDelayMs,
    auth: (give) => {
      used = { access: client.tokens.access(), refresh: client.tokens.refresh() };
      give({ token: used.access ?? '' });
    },
  });
  return { socket, used: () => used };
}

/**
 * Opens the socket of a logged-in client. Socket.IO retries after network losses; when the server refuses an expired token, the
 * session is renewed and the socket reconnects with exponential backoff; when the server closes the connection while draining,
 * the socket reconnects after a pause.
 * https://socket.io/docs/v4/client-api/#event-connect_error: `active` is true when Socket.IO retries.
 */
export function connectRealtime(
  client: Client,
  handlers: RealtimeHandlers,
  { minDelayMs = 500, maxDelayMs = 10_000 }: RealtimeOptions = {},
): Realtime {
  let closed = false;
  let refused = false;
  const { socket, used } = openSocket(client, minDelayMs, maxDelayMs);
  // Connecting again while a connection is being established would send the handshake twice.
  const connect = () => {
    if (!closed && !socket.active && client.tokens.access() !== null) socket.connect();
  };
  const again = backoff(() => void comeBack(), minDelayMs, maxDelayMs);

  async function comeBack(): Promise<void> {
    try {
      if (refused) await client.renew(used().access, used().refresh);
      connect();
    } catch {
      // After a transient failure, try again; after a refusal there are no tokens, and the session is over.
      if (!closed && client.tokens.access() !== null) again.schedule();
    }
  }

  listen(socket, handlers);
  listenToState(socket, handlers, again, (now) => {
    refused = now;
  });
  const forget = client.tokens.onChange(() => {
    if (client.tokens.access() === null) socket.disconnect();
    else connect();
  });

  return {
    get connected() {
      return socket.connected;
    },
    retryNow() {
      if (socket.connected) return;
      // Cancels Socket.IO's own backoff, if it is waiting.
      socket.disconnect();
      connect();
    },
    close() {
      closed = true;
      forget();
      again.stop();
      socket.disconnect();
    },
  };
}

/** Calls the handlers, and schedules the attempts that Socket.IO doesn't make. */
function listenToState(
  socket: ParleySocket,
  handlers: RealtimeHandlers,
  again: ReturnType<typeof backoff>,
  setRefused: (refused: boolean) => void,
): void {
  socket.on('connect', () => {
    setRefused(false);
    again.reset();
    handlers.onConnect?.();
  });
  socket.on('disconnect', (reason) => {
    handlers.onDisconnect?.();
    if (reason === 'io server disconnect') again.schedule();
  });
  socket.on('connect_error', (problem) => {
    handlers.onFailure?.();
    if (socket.active) return;
    // Any other reason is a failure of the server, which a new token would not fix.
    setRefused(problem.message === 'auth.required');
    again.schedule();
  });
}
