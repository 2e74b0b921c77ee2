import { fanLink } from '@parley/contract/fans';
import { type Element, xml } from '@xmpp/client';
import { createBackoff } from '../kit/backoff.ts';
import type { CheckContext, CheckResult, Connection, Connector, ConnectorHost } from '../spec.ts';
import { archiveEverybody, hasArchive } from './archive.ts';
import { fileAddressRule } from './file-address.ts';
import { readHistory } from './history.ts';
import { archiveIdsOf, carbonOf, ownResource, typingOf } from './inbound.ts';
import { createInbox, type Inbox } from './inbox.ts';
import { type XmppCredentials, xmppManifest } from './manifest.ts';
import { fetchMedia } from './media.ts';
import { bare, ns } from './namespaces.ts';
import { createLine, createOutbound, type XmppLine } from './outbound.ts';
import { followPresence } from './presence.ts';
import { failureOf, StreamRefused } from './refusals.ts';
import { divideCursor } from './rooms/room-positions.ts';
import { createRooms, type Rooms } from './rooms/rooms.ts';
import { openStream, type XmppStream } from './stream.ts';
import { createUploadService } from './upload.ts';

/** XMPP on the account's own server, which must keep an archive (XEP-0313). */
export const xmpp: Connector<XmppCredentials> = {
  manifest: xmppManifest,
  check,
  open,
  fetchMedia,
  readHistory,
};

async function check(credentials: XmppCredentials, { network, signal }: CheckContext): Promise<CheckResult> {
  try {
    const stream = await openStream(credentials, { network, signal });
    const abort = () => stream.fail(asError(signal.reason));
    signal.addEventListener('abort', abort, { once: true });
    try {
      if (await hasArchive(stream)) {
        const { account } = stream;
        const link = fanLink('xmpp', { account, handle: '', phone: '' });
        return { ok: true, account: { id: account, displayName: account, link } };
      }
      const reason = `platform-no-archive: ${stream.account}`;
      return { ok: false, kind: 'refused', reason };
    } finally {
      signal.removeEventListener('abort', abort);
      await stream.close();
    }
  } catch (error) {
    const { refused, reason } = failureOf(error);
    // The server responded with a rejection, for example because it doesn't serve this address.
    const answered = refused || error instanceof StreamRefused;
    return { ok: false, kind: answered ? 'refused' : 'unreachable', reason };
  }
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}

async function open(credentials: XmppCredentials, host: ConnectorHost): Promise<Connection> {
  const stop = new AbortController();
  const ending = new AbortController();
  const line = createLine(host.clock);
  const uploads = createUploadService(host.network, fileAddressRule(credentials), ending.signal);
  const roomsOf = new WeakMap<XmppStream, Rooms>();
  const outbound = createOutbound(line, uploads, (stream) => roomsOf.get(stream));
  host.state('connecting');
  const running = keepOnline({ credentials, host, line, roomsOf, signal: stop.signal });
  return {
    send: outbound.send,
    change: outbound.change,
    leaveGroup: outbound.leaveGroup,
    typing: outbound.typing,
    markRead: outbound.markRead,
    async close() {
      // A medium that is still being uploaded was not sent: its message waits for the next connection.
      ending.abort(new Error('Closed'));
      if (line.current()) await outbound.idle();
      line.close();
      stop.abort(new Error('Closed'));
      await Promise.all([running, outbound.idle()]);
      host.state('offline');
    },
  };
}

type Online = {
  credentials: XmppCredentials;
  host: ConnectorHost;
  line: XmppLine;
  /** The rooms of the current stream. */
  roomsOf: WeakMap<XmppStream, Rooms>;
  signal: AbortSignal;
};

async function keepOnline(online: Online): Promise<void> {
  const { host, line, signal } = online;
  const backoff = createBackoff({ random: host.random });
  while (!signal.aborted) {
    try {
      throw await session(online, () => backoff.reset());
    } catch (error) {
      if (signal.aborted) return;
      const failure = failureOf(error);
      if (failure.refused) {
        line.close();
        host.state('refused', failure.reason);
        return;
      }
      host.log.warn({ reason: failure.reason, err: error }, 'xmpp: not connected, trying again');
      host.state('connecting', failure.reason);
      await host.clock.sleep(backoff.next(), signal).catch(() => undefined);
    }
  }
}

/** Runs one stream from its beginning to its end, and returns the reason for the end. */
async function session(
  { credentials, host, line, roomsOf, signal }: Online,
  onOnline: () => void,
): Promise<Error> {
  const opening = new AbortController();
  const giveUp = () => opening.abort(signal.reason);
  signal.addEventListener('abort', giveUp, { once: true });
  const stream = await openStream(credentials, {
    network: host.network,
    signal: opening.signal,
    resource: ownResource,
  }).finally(() => signal.removeEventListener('abort', giveUp));
  const addressOf = fileAddressRule(credentials);
  const { main, positions } = await divideCursor(host.cursor);
  const rooms = createRooms({ stream, host, positions, addressOf, signal });
  roomsOf.set(stream, rooms);
  const receiving = {
    addressOf,
    isRoom: (address: string) => rooms.get(address) !== undefined || positions.get(address) !== undefined,
    invited: (message: Element) => rooms.invited(message),
    signal,
  };
  const inbox = createInbox(stream, { ...host, cursor: main }, receiving);
  const stopped = new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  const copies: Copies = { come: true };
  stream.onStanza(listen(stream, host, { inbox, rooms }, copies));
  line.set(stream);
  const ready = goOnline(stream, host, { inbox, rooms }, copies).then(onOnline);
  try {
    // Becoming ready doesn't end the session; failing to become ready does.
    await Promise.race([stream.ended, stopped, ready.then(() => stopped)]);
  } finally {
    line.set(null);
    await Promise.all([inbox.stop(), rooms.stop()]);
    await stream.close();
    await ready.catch(() => undefined);
  }
  return stream.ended;
}

/** The receivers of inbound stanzas. */
type Receivers = { inbox: Inbox; rooms: Rooms };

/** `come`: the server sends copies of what the account's other clients send and receive. */
type Copies = { come: boolean };

/** Reads the archive before sending presence, because the server starts to deliver live messages on presence. */
async function goOnline(
  stream: XmppStream,
  host: ConnectorHost,
  { inbox, rooms }: Receivers,
  copies: Copies,
): Promise<void> {
  await archiveEverybody(stream);
  await caughtUp(stream, inbox);
  const carbons = xml('iq', { type: 'set' }, xml('enable', { xmlns: ns.carbons }));
  await stream.request(carbons).catch((error: unknown) => {
    copies.come = false;
    host.log.debug({ err: error }, 'xmpp: the server has no message carbons');
  });
  await stream.send(xml('presence'));
  // Reads messages that arrived between the first reading and the presence.
  await caughtUp(stream, inbox);
  // The account's own presence must precede its presence in rooms.
  await rooms.begin();
  if (!stream.hasEnded()) host.state('online');
}

async function caughtUp(stream: XmppStream, inbox: Inbox): Promise<void> {
  await Promise.race([inbox.catchUp(), stream.ended]);
}

function listen(
  stream: XmppStream,
  host: ConnectorHost,
  { inbox, rooms }: Receivers,
  copies: Copies,
): (stanza: Element) => void {
  const onPresence = followPresence(stream, host);
  return (stanza) => {
    if (stanza.getChild('result', ns.archive)) return;
    if (rooms.take(stanza)) return;
    if (stanza.is('presence')) return onPresence(stanza);
    const carbon = carbonOf(stanza, stream.account);
    const message = carbon ?? stanza;
    const from = bare(message.attrs.from ?? '');
    if (from === '') return;
    const isOwn = from === stream.account;
    // Typing and other signals of the account's own clients are not a customer's.
    if (isOwn && (!carbon || !message.getChild('body'))) return;
    const writing = isOwn || message.attrs.type === 'error' ? null : typingOf(message);
    if (writing !== null) host.typing(from, writing);
    const ids = archiveIdsOf(message, stream.account).length;
    // A copy that doesn't certainly identify its archived message must be read from the archive: otherwise it would be received
    // again from there, or be stored under a forged id. Without carbons, messages from other clients may precede it.
    if (ids > 1 || (carbon && ids === 0) || (ids === 1 && !copies.come)) void inbox.catchUp();
    else inbox.live(message);
  };
}
