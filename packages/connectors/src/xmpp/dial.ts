/**
 * Opens the transport below a stream: TCP through the host's network, then TLS, at once (`xmpps`) or after STARTTLS
 * (RFC 6120, section 5). The library's own sockets can't be used because they bypass that network, and its STARTTLS
 * continues without encryption if the server, or an attacker in between, doesn't offer any.
 */
import { isIP, type Socket } from 'node:net';
import { StringDecoder } from 'node:string_decoder';
import { type TLSSocket, connect as tlsConnect } from 'node:tls';
import { type Element, xml } from '@xmpp/client';
import { ConnectorFailure, guarded } from '../kit/guard.ts';
import type { ConnectorNetwork } from '../spec.ts';
import { createAdmission } from './admission.ts';
import { isLoopback } from './file-address.ts';
import type { XmppCredentials } from './manifest.ts';
import { ns } from './namespaces.ts';
import { StreamRefused } from './refusals.ts';
import { streamParser } from './stream-parser.ts';

export type DialledSocket = { socket: Socket | TLSSocket; secure: boolean };

export type DialTarget = { host: string; port: number; direct: boolean; domain: string };

const defaultPorts = { direct: 5223, startTls: 5222 };

export function targetOf(credentials: XmppCredentials): DialTarget {
  const domain = credentials.jid.slice(credentials.jid.indexOf('@') + 1);
  if (credentials.service === undefined) {
    return { host: domain, port: defaultPorts.startTls, direct: false, domain };
  }
  const url = new URL(credentials.service);
  const direct = url.protocol === 'xmpps:';
  const port = url.port === '' ? (direct ? defaultPorts.direct : defaultPorts.startTls) : Number(url.port);
  return { host: url.hostname.replace(/^\[|\]$/g, ''), port, direct, domain };
}

export async function dial(
  credentials: XmppCredentials,
  network: ConnectorNetwork,
  signal: AbortSignal,
): Promise<DialledSocket> {
  const target = targetOf(credentials);
  const raw = await network.connect(target.host, target.port, signal);
  if (target.direct) return { socket: await secure(raw, target, credentials, signal), secure: true };
  if (await startTls(raw, target, signal)) {
    return { socket: await secure(raw, target, credentials, signal), secure: true };
  }
  // The first stream was opened only to request TLS; the actual one needs a fresh connection.
  raw.destroy();
  // On loopback only, an unencrypted connection exposes nothing.
  if (!isLoopback(target.host)) {
    throw new StreamRefused('encryption-required', `platform-insecure: ${target.host}`);
  }
  return { socket: await network.connect(target.host, target.port, signal), secure: false };
}

/** Requests STARTTLS. True: the server is ready for the handshake. False: the server doesn't offer it. */
function startTls(raw: Socket, target: DialTarget, signal: AbortSignal): Promise<boolean> {
  const parser = new (streamParser(createAdmission()))();
  const decoder = new StringDecoder('utf8');
  let onData: (data: Buffer) => void = () => undefined;
  const answer = new Promise<boolean>((resolve, reject) => {
    onData = (data) => guarded('platform-protocol', reject, () => parser.write(decoder.write(data)));
    parser.on('element', (element: Element) => {
      if (element.is('features', ns.stream)) {
        if (!element.getChild('starttls', ns.startTls)) resolve(false);
        else raw.write(xml('starttls', { xmlns: ns.startTls }).toString());
      } else if (element.getNS() === ns.startTls) resolve(element.name === 'proceed');
    });
    raw.on('data', onData);
    failOn(raw, signal, reject);
    const to = xml('x', { to: target.domain }).toString().slice(2, -2);
    raw.write(
      `<?xml version='1.0'?><stream:stream xmlns='jabber:client' xmlns:stream='${ns.stream}' version='1.0'${to}>`,
    );
  });
  return answer.then(
    (offered) => {
      release(raw, onData);
      return offered;
    },
    (error: unknown) => {
      raw.destroy();
      throw error;
    },
  );
}

function secure(
  raw: Socket,
  target: DialTarget,
  credentials: XmppCredentials,
  signal: AbortSignal,
): Promise<TLSSocket> {
  const socket = tlsConnect({
    socket: raw,
    // The certificate must be for the address's domain, whatever the host's name. Source: RFC 6120, 13.7.2.1
    host: target.domain,
    ...(isIP(target.domain) === 0 ? { servername: target.domain } : {}),
    ...(credentials.certificate === undefined ? {} : { ca: credentials.certificate }),
    ALPNProtocols: ['xmpp-client'],
  });
  return new Promise((resolve, reject) => {
    failOn(socket, signal, (error) => {
      socket.destroy();
      raw.destroy();
      reject(error);
    });
    socket.once('secureConnect', () => {
      release(socket);
      resolve(socket);
    });
  });
}

const dialMs = 20_000;

function failOn(socket: Socket, signal: AbortSignal, fail: (error: unknown) => void): void {
  if (signal.aborted) fail(signal.reason);
  socket.once('error', fail);
  socket.once('close', () => fail(new ConnectorFailure('platform-hung-up')));
  socket.setTimeout(dialMs, () => fail(new ConnectorFailure('platform-silent')));
  const abort = () => fail(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  socket.once('close', () => signal.removeEventListener('abort', abort));
}

/** Removes this file's listeners; the stream adds its own. */
function release(socket: Socket, onData?: (data: Buffer) => void): void {
  if (onData) socket.off('data', onData);
  socket.setTimeout(0);
  socket.removeAllListeners('timeout');
}
