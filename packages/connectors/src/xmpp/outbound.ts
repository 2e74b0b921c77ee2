import { type Element, xml } from '@xmpp/client';
import { type BoundedMap, createBoundedMap } from '../kit/bounded-map.ts';
import { createOrdered } from '../kit/ordered.ts';
import { isBlank, xmlText } from '../kit/text.ts';
import type {
  ChangeResult,
  ConnectorClock,
  LeaveResult,
  OutboundChange,
  OutboundMedia,
  OutboundMessage,
  SendResult,
} from '../spec.ts';
import { wasSent } from './archive.ts';
import { answeredElement, changeStanzas } from './changes.ts';
import { sharedElements } from './file-in-stanza.ts';
import { errorOf, type StanzaFailure } from './inbound.ts';
import { captionId, markableId } from './message-id.ts';
import { ns } from './namespaces.ts';
import { leaveRoom } from './rooms/leave-room.ts';
import type { Room } from './rooms/room.ts';
import { roomChange, roomStanza, sentName } from './rooms/room-outbound.ts';
import type { Rooms } from './rooms/rooms.ts';
import type { XmppStream } from './stream.ts';
import type { UploadService } from './upload.ts';

/** The current stream, for sending. */
export type XmppLine = {
  current(): XmppStream | null;
  set(stream: XmppStream | null): void;
  /** Returns the current or next stream; null if none opens within `ms`, or the line is closed. */
  wait(ms: number): Promise<XmppStream | null>;
  close(): void;
};

export function createLine(clock: ConnectorClock): XmppLine {
  let stream: XmppStream | null = null;
  let closed = false;
  let waiting = new Set<(stream: XmppStream | null) => void>();
  const current = () => (stream && !stream.hasEnded() ? stream : null);
  const tell = (value: XmppStream | null) => {
    const all = waiting;
    waiting = new Set();
    for (const each of all) each(value);
  };
  return {
    current,
    set(next) {
      stream = next;
      if (next) tell(next);
    },
    async wait(ms) {
      const now = current();
      if (now || closed) return now;
      const stop = new AbortController();
      const { promise: next, resolve } = Promise.withResolvers<XmppStream | null>();
      waiting.add(resolve);
      const late = clock.sleep(ms, stop.signal).then(
        () => null,
        () => null,
      );
      const result = await Promise.race([next, late]);
      stop.abort(new Error('No longer needed'));
      waiting.delete(resolve);
      return result;
    },
    close() {
      closed = true;
      tell(null);
    },
  };
}

export type XmppOutbound = {
  send(message: OutboundMessage): Promise<SendResult>;
  change(change: OutboundChange): Promise<ChangeResult>;
  leaveGroup(chatId: string): Promise<LeaveResult>;
  typing(chatId: string, on: boolean): Promise<void>;
  markRead(chatId: string, platformMessageId: string): Promise<void>;
  idle(): Promise<void>;
};

type Unsent = SendResult & { ok: false };

/** One stanza of a message: a text, or a medium whose address becomes the text. */
type Part = { id: string } & ({ text: string; media?: never } | { text?: never; media: OutboundMedia });

function partsOf({ id, text, media }: OutboundMessage): Part[] {
  const words = isBlank(text) ? [] : [{ id: media ? captionId(id) : id, text }];
  return media ? [{ id, media }, ...words] : words;
}

const waitMs = 20_000;
/** Bounds the retries of a message that makes the server end the stream each time. */
const tries = 3;
const interrupted: Unsent = { ok: false, outcome: 'unknown', reason: 'send-interrupted' };

/**
 * Sends in order per chat. The stanza's id is the message's, and a message that the server may already have is first looked up
 * in the archive, so the customer receives each id once. A caption is sent as a separate stanza after its medium, with an id
 * derived from the message's.
 */
export function createOutbound(
  line: XmppLine,
  uploads: UploadService,
  roomsOf: (stream: XmppStream) => Rooms | undefined,
): XmppOutbound {
  const ordered = createOrdered();
  const sending: Sending = { line, uploads, roomsOf, doubtful: createBoundedMap<true>(1000) };
  const isRoom = (chatId: string) => {
    const stream = line.current();
    return stream !== null && roomsOf(stream)?.get(chatId) !== undefined;
  };
  return {
    send: (message) => ordered.run(message.chatId, () => send(sending, message)),
    change: (it) => ordered.run(it.chatId, () => change(sending, it)),
    // Queued after the sends to that room.
    leaveGroup: (chatId) =>
      ordered.run(chatId, async () => leaveRoom(await line.wait(waitMs), roomsOf, chatId)),
    async typing(chatId, on) {
      if (isRoom(chatId)) return;
      const state = xml(on ? 'composing' : 'paused', { xmlns: ns.chatStates });
      const hint = xml('no-store', { xmlns: ns.hints });
      await line.current()?.send(xml('message', { to: chatId, type: 'chat' }, state, hint));
    },
    async markRead(chatId, platformMessageId) {
      const id = markableId(platformMessageId);
      if (id === null) return;
      const stream = await line.wait(waitMs);
      if (!stream) throw new Error('Not connected');
      const displayed = xml('displayed', { xmlns: ns.markers, id });
      const hint = xml('store', { xmlns: ns.hints });
      await stream.deliver(xml('message', { to: chatId, type: 'chat' }, displayed, hint));
    },
    idle: () => ordered.idle(),
  };
}

type Sending = {
  line: XmppLine;
  uploads: UploadService;
  roomsOf: (stream: XmppStream) => Rooms | undefined;
  /** Stanzas that the server may have received without confirming. */
  doubtful: BoundedMap<true>;
};

async function send(sending: Sending, message: OutboundMessage): Promise<SendResult> {
  const parts = partsOf(message);
  if (parts.length === 0) return { ok: false, outcome: 'permanent', reason: 'message-empty' };
  let name = message.id;
  for (const [n, part] of parts.entries()) {
    const result = await sendPart(sending, message, part);
    if (typeof result === 'string') {
      if (n === 0) name = result;
      continue;
    }
    const unsent = result;
    return n === 0 ? unsent : { ...unsent, reason: `${unsent.reason}: ${n}/${parts.length}` };
  }
  return { ok: true, platformMessageId: name };
}

/** Sends one part, and returns the message's final name once the server or the room has it. */
async function sendPart(
  { line, uploads, roomsOf, doubtful }: Sending,
  message: OutboundMessage,
  part: Part,
): Promise<Unsent | string> {
  let content = part.text ?? null;
  for (let attempt = 1; attempt <= tries; attempt += 1) {
    const stream = await line.wait(waitMs);
    if (!stream) return notConnected(doubtful.has(part.id));
    try {
      const group = message.chatKind === 'group' ? await roomFor(roomsOf(stream), message.chatId) : null;
      if (group !== null && 'ok' in group) return group;
      const asked = message.firstAttempt !== true || doubtful.has(part.id);
      const there =
        asked &&
        (await (group === null
          ? wasSent(stream, { ...message, id: part.id })
          : group.rooms.wasSent(group.room, part.id)));
      if (there === null) return interrupted;
      if (there)
        return group === null ? part.id : sentName(group.room, part.id, group.room.roomIdOf(part.id) ?? null);
      if (part.media && content === null) {
        // Upload before the message becomes doubtful: an unused upload belongs to no message, and is simply repeated.
        const put = await uploads.put(stream, part.media);
        if (!put.ok) return put;
        content = put.address;
      }
      doubtful.set(part.id, true);
      const sent = await hand(stream, group?.room ?? null, message, { part, content: content ?? '' });
      doubtful.delete(part.id);
      return typeof sent === 'string' ? sent : refusal(sent);
    } catch {
      // The stream ended, or the archive didn't respond: try again on the next stream.
      if (!stream.hasEnded()) return notConnected(doubtful.has(part.id));
    }
  }
  return interrupted;
}

type Handed = { part: Part; content: string };

/**
 * Sends a stanza. Returns the message's name once the server has it or the room has reflected it, or the error returned
 * instead.
 */
async function hand(
  stream: XmppStream,
  room: Room | null,
  message: OutboundMessage,
  { part, content }: Handed,
): Promise<string | StanzaFailure> {
  const { id } = part;
  if (room === null) return (await deliver(stream, partStanza(message, part, content))) ?? id;
  const reflection = room.reflectionOf(id);
  // Awaited below, unless the room has refused the message.
  reflection.catch(() => undefined);
  const stanza = roomStanza(room, message, { id, content, isFile: part.media !== undefined });
  return (await deliver(stream, stanza, reflection)) ?? sentName(room, id, await reflection);
}

/** Returns the room of a message once the account is in it, or the reason why it isn't. */
async function roomFor(
  rooms: Rooms | undefined,
  chatId: string,
): Promise<{ rooms: Rooms; room: Room } | Unsent> {
  const room = rooms?.get(chatId);
  if (!rooms || !room) return left;
  const state = await room.settled(waitMs);
  if (state === 'in') return { rooms, room };
  return state === 'entering' ? notConnected(false) : left;
}

const left = { ok: false, outcome: 'permanent', reason: 'group-left' } as const;

const offline: ChangeResult = { ok: false, outcome: 'transient', reason: 'platform-not-connected' };

async function change({ line, roomsOf }: Sending, it: OutboundChange): Promise<ChangeResult> {
  const stream = await line.wait(waitMs);
  if (!stream) return offline;
  try {
    const group = it.chatKind === 'group' ? await roomFor(roomsOf(stream), it.chatId) : null;
    if (group !== null && 'ok' in group) return group.outcome === 'permanent' ? left : offline;
    const stanzas = group === null ? changeStanzas(it) : roomChange(group.room, it);
    if ('outcome' in stanzas) return stanzas;
    for (const stanza of stanzas) {
      const failure = await deliver(stream, stanza);
      if (failure) return refusal(failure);
    }
    return { ok: true };
  } catch {
    return offline;
  }
}

/** Returns null once the server has received the stanza and `effect` has settled, or the error that was returned instead. */
async function deliver(
  stream: XmppStream,
  sent: Element,
  effect?: Promise<unknown>,
): Promise<StanzaFailure | null> {
  let failure: StanzaFailure | null = null;
  const { promise: refused, resolve } = Promise.withResolvers<void>();
  const stop = stream.onStanza((stanza) => {
    if (stanza.attrs.id !== sent.attrs.id || stanza.attrs.type !== 'error') return;
    failure = errorOf(stanza);
    resolve();
  });
  try {
    await stream.deliver(sent);
    if (effect && failure === null) await Promise.race([effect, refused]);
    return failure;
  } finally {
    stop();
  }
}

function partStanza(message: OutboundMessage, { id, media }: Part, content: string): Element {
  return xml(
    'message',
    { to: message.chatId, type: 'chat', id },
    xml('body', {}, xmlText(content)),
    ...(media === undefined ? [] : sharedElements(content)),
    xml('active', { xmlns: ns.chatStates }),
    xml('request', { xmlns: ns.receipts }),
    xml('markable', { xmlns: ns.markers }),
    xml('origin-id', { xmlns: ns.stanzaId, id }),
    // A caption belongs to its medium, whose stanza names the message that both reply to.
    ...(id === message.id ? answeredElement(message) : []),
  );
}

function notConnected(doubtful: boolean): Unsent {
  return { ok: false, outcome: doubtful ? 'unknown' : 'transient', reason: 'platform-not-connected' };
}

function refusal(failure: StanzaFailure): ChangeResult & { ok: false } {
  const outcome = failure.type === 'wait' ? 'transient' : 'permanent';
  return { ok: false, outcome, reason: failure.reason };
}
