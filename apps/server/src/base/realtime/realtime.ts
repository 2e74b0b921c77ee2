import type { Server as HttpServer, IncomingMessage } from 'node:http';
import { type SessionEnding, sessionEndings } from '@parley/contract/identity';
import type { ClientEvents, ServerEvents } from '@parley/contract/realtime';
import type { RedisClientType } from 'redis';
import { Server } from 'socket.io';
import type { Admission, SocketCaller } from '../http/admission.ts';
import type { WorkspaceId } from '../ids.ts';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { ConcurrencyLimiter, RateWindow } from '../rate-window.ts';
import { createSignal, type Signal } from '../signal.ts';
import { adapterClient } from './adapter-client.ts';

type Emit = <Name extends keyof ServerEvents>(name: Name, ...args: Parameters<ServerEvents[Name]>) => void;

/** Notifies connected desks and consoles of changes. Lossy by design: see the contract's events. */
export type RealtimeServer = {
  /** Emits to all desks of one sub-account. */
  desk(subAccountId: string): { emit: Emit };
  /** Emits to all desks of one sub-account except those of this login. */
  otherDesks(subAccountId: string, sessionId: string): { emit: Emit };
  /** Emits to all consoles of one workspace. */
  console(workspaceId: WorkspaceId): { emit: Emit };
  /** Emits to all consoles of all workspaces. */
  consoles(): { emit: Emit };
  /** Emits to a workspace's consoles and a sub-account's desks, with one serialization. */
  workspace(workspaceId: WorkspaceId, subAccountId: string): { emit: Emit };
  /** Closes every socket of an ended session. */
  end(sessionId: string, reason: SessionEnding): void;
  /** Closes every socket of a workspace and notifies the listeners in every server process. */
  endWorkspace(workspaceId: WorkspaceId, reason: SessionEnding): void;
  /** Called in every server process when a workspace was ended, for streams that aren't sockets. */
  onWorkspaceEnd(listener: () => void): void;
  /** Returns whether a desk of this sub-account is connected to any server process. */
  deskOnline(subAccountId: string): Promise<boolean>;
  /** Returns the sub-accounts that have a desk connected to any server process. */
  desksOnline(subAccountIds: readonly string[]): Promise<ReadonlySet<string>>;
  /**
   * Called in the process of the socket when a sub-account's first desk has connected to it, or the last
   * disconnected.
   */
  onDeskPresence(listener: PresenceListener): void;
  /** Creates a signal that every server process receives, including this one. Lossy, as all pushes are. */
  relay<T>(name: string): Signal<T>;
  attach(server: HttpServer): void;
  close(): Promise<void>;
};

type Io = Server<ClientEvents, ServerEvents, Record<string, never>, { caller: SocketCaller }>;
type IoSocket = Parameters<Parameters<Io['use']>[0]>[0];
type PresenceListener = (subAccountId: string, online: boolean, workspaceId: WorkspaceId) => void;

/** Time limit for the other processes to report their desks, in ms. */
const askLimitMs = 1_000;

const deskRoom = (subAccountId: string) => `desk:${subAccountId}`;
const allConsolesRoom = 'consoles';
const consoleRoom = (workspaceId: string) => `console:${workspaceId}`;
const workspaceRoom = (workspaceId: string) => `workspace:${workspaceId}`;
const sessionRoom = (sessionId: string) => `session:${sessionId}`;

export type RealtimeServerOptions = {
  admission: Pick<Admission, 'admitSocket'>;
  log: Log;
  metrics: Metrics;
  redis: RedisClientType | null;
  /** Returns the address of a handshake's sender, as limits count it. */
  addressOf(request: IncomingMessage): string;
  /** Multiplies every limit; above 1 for load tests. */
  rateLimitFactor: number;
};

/** An office of some hundred agents shares an address, with several open pages each. */
const perAddress = { open: 1_000, handshakesAMinute: 1_200 };
/** Open pages per login. */
const perSession = 20;

export async function createRealtime(options: RealtimeServerOptions): Promise<RealtimeServer> {
  const { admission, log, metrics, redis } = options;
  const shared = redis && adapterClient(redis, log);
  const adapter = shared && (await import('@socket.io/redis-streams-adapter')).createAdapter(shared.client);
  const io: Io = new Server({
    path: '/socket.io',
    serveClient: false,
    // A desk sends only its handshake; all other requests use HTTP, where they are checked and limited.
    maxHttpBufferSize: 10_000,
    // Deflate costs about 300 kB a socket and the frames are small.
    perMessageDeflate: false,
    // A socket that has not authenticated within this time is closed.
    connectTimeout: 10_000,
    allowRequest: limitHandshakes(options),
    ...(adapter ? { adapter } : {}),
  });
  const listeners: PresenceListener[] = [];
  io.use(socketAdmission(io, options));
  io.on('connection', (socket) => {
    joinRooms(io, socket, metrics, listeners);
    // Checks again: if the session ended during the admission, its socket was in no room yet and was not closed.
    signIn(admission, socket.handshake).catch(() => socket.disconnect(true));
  });
  const desks = createDesks(io, redis);
  const workspaceEnds = createRelay<null>(io, 'workspace-ended', redis !== null);

  return {
    ...audiencesOf(io),
    end: (sessionId, reason) => endRoom(io, sessionRoom(sessionId), reason),
    endWorkspace(workspaceId, reason) {
      endRoom(io, workspaceRoom(workspaceId), reason);
      workspaceEnds.emit(null);
    },
    onWorkspaceEnd: (listener) => void workspaceEnds.on(listener),
    deskOnline: async (subAccountId) => (await desks.online([subAccountId])).has(subAccountId),
    desksOnline: desks.online,
    onDeskPresence: (listener) => void listeners.push(listener),
    relay: (name) => createRelay(io, name, redis !== null),
    attach(server) {
      io.attach(server);
      limitOpenSockets(io, options);
      io.engine.on('connection_error', (error: { message: string }) =>
        log.debug({ reason: error.message }, 'socket refused'),
      );
    },
    async close() {
      await io.close();
      shared?.close();
    },
  };
}

function audiencesOf(
  io: Io,
): Pick<RealtimeServer, 'desk' | 'otherDesks' | 'console' | 'consoles' | 'workspace'> {
  const to = (...rooms: string[]): { emit: Emit } => ({
    emit: (name, ...args) => void io.to(rooms).emit(name, ...args),
  });
  return {
    desk: (subAccountId) => to(deskRoom(subAccountId)),
    otherDesks: (subAccountId, sessionId) => ({
      emit: (name, ...args) =>
        void io
          .to(deskRoom(subAccountId))
          .except(sessionRoom(sessionId))
          .emit(name, ...args),
    }),
    console: (workspaceId) => to(consoleRoom(workspaceId)),
    consoles: () => to(allConsolesRoom),
    workspace: (workspaceId, subAccountId) => to(deskRoom(subAccountId), consoleRoom(workspaceId)),
  };
}

function endRoom(io: Io, room: string, reason: SessionEnding): void {
  io.to(room).emit('ended', { reason, message: sessionEndings[reason] });
  io.in(room).disconnectSockets(true);
}

/** Finds connected desks: its own sockets' directly, and those of other processes by a query. */
function createDesks(io: Io, redis: RedisClientType | null) {
  // Socket.IO types only the events that its map declares; this one is between processes.
  const server = io as unknown as Server;
  const here = (ids: readonly string[]) => {
    const { rooms } = io.of('/').adapter;
    return ids.filter((id) => rooms.has(deskRoom(id)));
  };
  const question = 'desks online';
  if (redis) server.on(question, (ids: string[], answer: (online: string[]) => void) => answer(here(ids)));

  /** While Redis is unavailable, or a dead process has not timed out yet, finds only the desks of this process. */
  async function elsewhere(ids: readonly string[]): Promise<string[]> {
    if (ids.length === 0 || !redis?.isReady) return [];
    const { promise, resolve } = Promise.withResolvers<string[]>();
    const late = setTimeout(() => resolve([]), askLimitMs);
    // The answers that arrived are valid even with an error.
    server.serverSideEmit(question, ids, (_: unknown, answers: string[][]) => resolve(answers.flat()));
    return promise.finally(() => clearTimeout(late));
  }

  return {
    async online(ids: readonly string[]): Promise<ReadonlySet<string>> {
      const known = new Set(here(ids));
      for (const id of await elsewhere(ids.filter((one) => !known.has(one)))) known.add(id);
      return known;
    },
  };
}

/** One relay per name: the payloads cross processes as JSON. */
function createRelay<T>(io: Io, name: string, severalProcesses: boolean): Signal<T> {
  const local = createSignal<T>();
  // Socket.IO types only the events that its map declares; a relay's name and payload are the caller's.
  const server = io as unknown as Server;
  if (severalProcesses) server.on(`relay ${name}`, (value: T) => local.emit(value));
  return {
    on: local.on,
    emit(value) {
      local.emit(value);
      if (severalProcesses) server.serverSideEmit(`relay ${name}`, value);
    },
  };
}

function socketAdmission(
  io: Io,
  { admission, log, rateLimitFactor }: RealtimeServerOptions,
): Parameters<Io['use']>[0] {
  const most = Math.ceil(perSession * rateLimitFactor);
  return (socket, next) => {
    signIn(admission, socket.handshake)
      .then((caller) => {
        const open = io.of('/').adapter.rooms.get(sessionRoom(caller.sessionId))?.size ?? 0;
        if (open >= most) throw new HandshakeRefused('request.too-many');
        socket.data.caller = caller;
        next();
      })
      .catch((error: unknown) => {
        if (error instanceof HandshakeRefused) return next(error);
        // The details are for the operator; the client would see them verbatim.
        log.error({ err: error }, 'a socket could not be let in');
        next(new Error('server.unavailable'));
      });
  };
}

/** Counts handshakes by address before the token is checked or the database queried. */
function limitHandshakes({ addressOf, rateLimitFactor }: RealtimeServerOptions) {
  const max = Math.ceil(perAddress.handshakesAMinute * rateLimitFactor);
  const handshakes = new RateWindow({ max, windowMs: 60_000 });
  return (request: IncomingMessage, done: (error: string | null | undefined, admitted: boolean) => void) =>
    handshakes.take(addressOf(request), Date.now()) > 0 ? done('too many', false) : done(null, true);
}

/** Closes the sockets that one address opens beyond its limit, logged in or not. */
function limitOpenSockets(io: Io, { addressOf, rateLimitFactor }: RealtimeServerOptions): void {
  const max = Math.ceil(perAddress.open * rateLimitFactor);
  const open = new ConcurrencyLimiter();
  io.engine.on('connection', (socket: EngineSocket) => {
    const leave = open.enter([{ key: addressOf(socket.request), max }]);
    if (leave === null) socket.close(true);
    else socket.on('close', leave);
  });
}

/** The part of Engine.IO's sockets that is used here. */
type EngineSocket = {
  request: IncomingMessage;
  on(event: 'close', listener: () => void): void;
  close(discard: boolean): void;
};

/** Its message is the reason that the client sees. */
class HandshakeRefused extends Error {}

/** Rejects with `HandshakeRefused`, or with the error that prevented checking the token. */
async function signIn(
  admission: RealtimeServerOptions['admission'],
  { auth, headers }: Pick<IoSocket['handshake'], 'auth' | 'headers'>,
): Promise<SocketCaller> {
  const caller = typeof auth.token === 'string' ? await admission.admitSocket(headers, auth.token) : null;
  if (!caller) throw new HandshakeRefused('auth.required');
  return caller;
}

function joinRooms(io: Io, socket: IoSocket, metrics: Metrics, listeners: readonly PresenceListener[]): void {
  const { caller } = socket.data;
  metrics.sockets.inc({ audience: caller.audience });
  // Clients send nothing. Their events share one namespace with the library's own, such as `disconnect`, so they are
  // dropped and reach no listener.
  socket.use(() => undefined);
  void socket.join([...roomsOf(caller), sessionRoom(caller.sessionId)]);
  const notifyPresence = (online: boolean) => {
    if (caller.audience !== 'desk') return;
    for (const listener of listeners) listener(caller.subAccountId, online, caller.workspaceId);
  };
  notifyPresence(true);
  socket.on('disconnect', () => {
    metrics.sockets.dec({ audience: caller.audience });
    if (caller.audience === 'desk' && !io.of('/').adapter.rooms.has(deskRoom(caller.subAccountId)))
      notifyPresence(false);
  });
}

function roomsOf(caller: SocketCaller): string[] {
  if (caller.audience === 'operator') return [];
  const { workspaceId } = caller;
  const own =
    caller.audience === 'desk'
      ? [deskRoom(caller.subAccountId)]
      : [consoleRoom(workspaceId), allConsolesRoom];
  return [...own, workspaceRoom(workspaceId)];
}
