import type { EventEmitter } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import { type Client, client, type Element, type Parser, type Transport, xml } from '@xmpp/client';
import { ConnectorFailure } from '../kit/guard.ts';
import type { ConnectorNetwork } from '../spec.ts';
import { createAdmission } from './admission.ts';
import { dial, targetOf } from './dial.ts';
import type { XmppCredentials } from './manifest.ts';
import { ns } from './namespaces.ts';
import { streamParser } from './stream-parser.ts';
import { createWire, type Wire } from './wire.ts';

/** One authenticated, bound stream. It never reconnects. */
export type XmppStream = {
  /** The account's own address without a resource. */
  account: string;
  send(stanza: Element): Promise<void>;
  /** Sends an IQ request. Rejects with the server's StanzaError, or when the stream ends first. */
  request(iq: Element): Promise<Element>;
  /** Resolves when the server has received the stanza; rejects when the stream ends before that is known. */
  deliver(stanza: Element): Promise<void>;
  /** Called for every message and presence until the end. Listeners must not throw. */
  onStanza(listener: (stanza: Element) => void): () => void;
  /** Resolves once, with the reason. */
  ended: Promise<Error>;
  hasEnded(): boolean;
  /** Ends the stream immediately, with this reason. */
  fail(reason: Error): void;
  close(): Promise<void>;
};

const stepMs = 20_000;
const closeMs = 2000;
/** Time limit from the first packet to a bound stream, over all steps. */
const openingMs = 30_000;

export type StreamOpening = {
  network: ConnectorNetwork;
  signal: AbortSignal;
  /** Undefined lets the server choose. */
  resource?: string;
  limitMs?: number;
};

/**
 * Connects, secures, authenticates and binds.
 * Rejects with a SASLError, StreamRefused, ConnectorFailure or network error.
 */
export async function openStream(credentials: XmppCredentials, opening: StreamOpening): Promise<XmppStream> {
  const late = new AbortController();
  const timer = setTimeout(
    () => late.abort(new ConnectorFailure('platform-silent')),
    opening.limitMs ?? openingMs,
  );
  try {
    return await bindStream(credentials, {
      ...opening,
      signal: AbortSignal.any([opening.signal, late.signal]),
    });
  } finally {
    clearTimeout(timer);
  }
}

async function bindStream(
  credentials: XmppCredentials,
  { network, signal, resource }: StreamOpening,
): Promise<XmppStream> {
  const { domain } = targetOf(credentials);
  const service = 'xmpp://dialled';
  const xmpp = client({
    service,
    domain,
    username: credentials.jid.slice(0, credentials.jid.indexOf('@')),
    password: credentials.password,
    timeout: stepMs,
    ...(resource === undefined ? {} : { resource }),
  });
  xmpp.reconnect.stop();
  xmpp.streamManagement.timeout = stepMs;
  // Each chat being written to adds a listener for its own response, so no number of listeners indicates a leak.
  xmpp.setMaxListeners(0);
  xmpp.streamManagement.setMaxListeners(0);
  const wire = createWire(() => dial(credentials, network, signal));
  xmpp.transports = [
    transportOver(xmpp, { Socket: wire.Socket, Parser: streamParser(createAdmission()) }, service),
  ];
  settleRequests(xmpp);
  const ended = watchEnd(xmpp, wire);
  const online = new Promise<void>((resolve) => xmpp.once('online', () => resolve()));
  const counting = countingDecided(xmpp);
  const abort = () => wire.destroy(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  void ended.promise.then(() => signal.removeEventListener('abort', abort));
  try {
    const opened = xmpp.connect(service).then(() => xmpp.open({ domain }));
    await ended.or(opened.then(() => online).then(counting));
  } catch (error) {
    wire.destroy(error);
    throw ended.reason() ?? error;
  }
  return asStream(xmpp, wire, ended, credentials.jid);
}

type Ended = {
  promise: Promise<Error>;
  reason(): Error | null;
  end(reason: unknown): void;
  /** Settles as `work`, or rejects at the end. A race with `promise` would keep every result in memory until then. */
  or<T>(work: Promise<T>): Promise<T>;
};

/** The first error or end is the reason; later ones are its consequences. */
function watchEnd(xmpp: Client, wire: Wire): Ended {
  let reason: Error | null = null;
  const waiting = new Set<(reason: Error) => void>();
  const { promise, resolve } = Promise.withResolvers<Error>();
  const end = (error: unknown) => {
    if (reason) return;
    reason = error instanceof Error ? error : new Error(String(error));
    resolve(reason);
    for (const reject of waiting) reject(reason);
    wire.destroy(reason);
    // The library keeps timers for its stream management, steps and requests until this event.
    xmpp.emit('disconnect');
    xmpp.emit('error', reason);
    for (const request of xmpp.iqCaller.handlers.values()) request.reject(reason);
  };
  xmpp.on('error', end);
  // The library closes a stream on its own if an ack is missing, and then waits for the unresponsive server to close it.
  xmpp.on('closing', () => end(new ConnectorFailure('platform-silent')));
  wire.onClose((error) => end(error ?? new ConnectorFailure('platform-hung-up')));
  const or = <T>(work: Promise<T>) =>
    new Promise<T>((settle, reject) => {
      if (reason) reject(reason);
      else waiting.add(reject);
      work.then(settle, reject).finally(() => waiting.delete(reject));
    });
  return { promise, reason: () => reason, end, or };
}

function asStream(xmpp: Client, wire: Wire, ended: Ended, account: string): XmppStream {
  const request = (iq: Element) => ended.or(xmpp.iqCaller.request(iq, stepMs));
  return {
    account,
    send: (stanza) => ended.or(xmpp.send(stanza)),
    request,
    deliver: (stanza) => ended.or(deliver(xmpp, stanza, request)),
    onStanza(listener) {
      const each = (stanza: Element) => {
        if (!stanza.is('iq')) listener(stanza);
      };
      xmpp.on('stanza', each);
      return () => xmpp.off('stanza', each);
    },
    ended: ended.promise,
    hasEnded: () => ended.reason() !== null,
    fail: (reason) => ended.end(reason),
    async close() {
      if (ended.reason() === null) {
        await xmpp.send(xml('presence', { type: 'unavailable' })).catch(() => undefined);
        await xmpp.write('</stream:stream>').catch(() => undefined);
      }
      wire.end(closeMs);
      await ended.promise;
      await wire.closed;
    },
  };
}

/**
 * Sends a stanza and waits for the server's confirmation: a stream management ack (XEP-0198), or else the response to a ping
 * sent after the message, since a server handles a stream's stanzas in order (RFC 6120, 10.1).
 */
async function deliver(
  xmpp: Client,
  stanza: Element,
  request: (iq: Element) => Promise<Element>,
): Promise<void> {
  const { streamManagement } = xmpp;
  if (!streamManagement.enabled) {
    await xmpp.send(stanza);
    await request(xml('iq', { type: 'get' }, xml('ping', { xmlns: ns.ping }))).catch((error: unknown) => {
      // An error response also proves that the server got to it.
      if (!(error instanceof Error && error.name === 'StanzaError')) throw error;
    });
    return;
  }
  const acked = new Promise<void>((resolve) => {
    const onAck = (taken: unknown) => {
      if (taken !== stanza) return;
      streamManagement.off('ack', onAck);
      resolve();
    };
    streamManagement.on('ack', onAck);
  });
  await xmpp.send(stanza);
  await xmpp.send(xml('r', { xmlns: ns.streamManagement }));
  await acked;
}

/**
 * Returns a function that waits until stream management is either enabled or not. The library is online earlier, and resets its
 * count of received stanzas some microtasks after the server has enabled it: stanzas in the same packet, such as the response
 * to a presence, would be missing from the count from then on, and servers end streams whose count decreases. So nothing is
 * sent before. @xmpp/stream-management 0.14.0, stream-feature.js.
 */
function countingDecided(xmpp: Client): () => Promise<void> {
  let isOffered = false;
  const answered = new Promise<void>((resolve) => {
    xmpp.on('nonza', (element: Element) => {
      if (element.is('features', ns.stream))
        isOffered = element.getChild('sm', ns.streamManagement) !== undefined;
      if (element.is('enabled', ns.streamManagement) || element.is('failed', ns.streamManagement)) resolve();
    });
  });
  return async () => {
    if (!isOffered || xmpp.streamManagement.enabled) return;
    await answered;
    // Waits until the library has handled the response, too.
    await turn();
  };
}

/**
 * Attaches a handler to each request at once: the library attaches its own only after the request was written. A rejection
 * before that, by the server or the stream's end, would be unhandled and end the process. @xmpp/iq 0.14.0, caller.js,
 * `request`.
 */
function settleRequests({ iqCaller }: Client): void {
  const { handlers } = iqCaller;
  const set = handlers.set.bind(handlers);
  handlers.set = (id, request) => {
    request.promise.catch(() => undefined);
    return set(id, request);
  };
}

/** Returns one of the library's transports with Parley's socket and parser. */
function transportOver(
  xmpp: Client,
  { Socket, Parser }: { Socket: new () => EventEmitter; Parser: new () => Parser },
  service: string,
): typeof Transport {
  const tcp = xmpp.transports.find((transport) => {
    try {
      return transport.prototype.socketParameters(service) !== undefined;
    } catch {
      return false;
    }
  });
  if (!tcp) throw new Error('@xmpp/client has no TCP transport');
  const Own = class extends tcp {};
  Own.prototype.Socket = Socket;
  Own.prototype.Parser = Parser;
  return Own;
}
