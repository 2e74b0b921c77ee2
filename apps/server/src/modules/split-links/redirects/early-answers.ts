/**
 * Answers visits before the framework sees them. Most visits need nothing but a header to be answered, and what the framework
 * does for a request costs three times what they cost: hooks, headers of pages, an id for the log. Whatever is not a plain
 * redirect goes the whole way, with the destination that was found here.
 */
import type { IncomingMessage, RequestListener } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { steadyNow } from '../../../base/clock.ts';
import { addressKey, readAddress, senderReader } from '../../../base/http/address.ts';
import { transportSecurity } from '../../../base/http/response-headers.ts';
import type { Metrics } from '../../../base/metrics.ts';
import { hostNameOf } from '../domains/served-domains.ts';
import type { Destination, Redirects } from './service.ts';

export const shortLinkPath = '/s/';

/** Each visit is a new question, and the platform learns nothing of where it came from. */
export const visitHeaders = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' } as const;

/** Returns an address as a header carries it, in ASCII: owners may paste addresses with letters of their language. */
export const locationOf = (url: string): string => (/[^\x21-\x7e]/.test(url) ? new URL(url).href : url);

export type EarlyDeps = {
  edge: FastifyInstance;
  redirects: Pick<Redirects, 'lead' | 'leaveContact' | 'pageOf' | 'domains'>;
  metrics: Metrics;
  trustProxy: string | boolean;
  /** The address under which the world reaches this server; null: that of the request. */
  publicUrl: string | null;
};

type Led = Destination | Promise<Destination>;

const plainVisit = /^\/s\/([a-z0-9]{4,16})(?:\?|$)/;

/** Returns what finds a visitor's way. A failure is the framework's to report: thrown to the server of HTTP it would end the process. */
function leader({ redirects, trustProxy }: EarlyDeps): (code: string, request: IncomingMessage) => Led {
  const senderOf = senderReader(trustProxy);
  return (code, request) => {
    try {
      const sender = senderOf(request);
      const led = redirects.lead({
        code,
        method: 'GET',
        headers: request.headers,
        address: readAddress(sender) ?? '',
        network: addressKey(sender),
        host: hostNameOf(sender.host),
      });
      return led instanceof Promise ? led.then(withLocation) : withLocation(led);
    } catch (error) {
      return Promise.reject(error);
    }
  };
}

/**
 * Returns what sends answers at the end of the event loop's turn, all of a turn together. Each answer that is sent alone wakes
 * its receiver, which costs more than the answer; those behind the first find it awake.
 */
function createTurnsEnd(): (send: () => void) => void {
  let waiting: (() => void)[] = [];
  const sendAll = () => {
    const due = waiting;
    waiting = [];
    for (const send of due) send();
  };
  return (send) => {
    if (waiting.length === 0) setImmediate(sendAll);
    waiting.push(send);
  };
}

/** Returns what was found early for a request that goes the whole way; undefined: it was not looked at. */
export function leadEarly(deps: EarlyDeps): (request: { raw: IncomingMessage }) => Led | undefined {
  const { edge, metrics, publicUrl } = deps;
  const { server } = edge;
  const seconds = metrics.requestSeconds.labels({
    method: 'GET',
    route: `${shortLinkPath}:code`,
    status: '302',
  });
  const headers = { ...visitHeaders, ...(publicUrl?.startsWith('https:') ? transportSecurity : {}) };
  const found = new WeakMap<IncomingMessage, Led>();
  let isClosing = false;
  edge.addHook('preClose', async () => {
    isClosing = true;
  });

  const lead = leader(deps);
  const atTurnsEnd = createTurnsEnd();
  const others = server.listeners('request') as RequestListener[]; // what a server of HTTP has there
  server.removeAllListeners('request');
  const goOn: RequestListener = (request, response) => {
    for (const listener of others) listener(request, response);
  };

  server.on('request', (request, response) => {
    const code = isPlain(request) ? plainVisit.exec(request.url ?? '')?.[1] : undefined;
    if (code === undefined || isClosing) return goOn(request, response);
    const began = steadyNow();
    const send = (url: string) =>
      atTurnsEnd(() => {
        response.writeHead(302, { ...headers, location: url, 'content-length': 0 }).end();
        seconds.observe((steadyNow() - began) / 1_000);
      });
    const answer = (destination: Destination) => {
      if (destination.url !== null && destination.preview === null) return send(destination.url);
      found.set(request, destination);
      goOn(request, response);
    };
    const led = lead(code, request);
    if (!(led instanceof Promise)) return answer(led);
    led.then(answer, () => {
      // It is reported where it is waited for.
      found.set(request, led);
      goOn(request, response);
    });
  });
  return ({ raw }) => found.get(raw);
}

const withLocation = (led: Destination): Destination =>
  led.url === null ? led : { ...led, url: locationOf(led.url) };

/** Is it a request without a body, in the version of HTTP that all browsers speak? */
const isPlain = ({ method, httpVersion, headers }: IncomingMessage) =>
  method === 'GET' &&
  httpVersion === '1.1' &&
  headers['content-length'] === undefined &&
  headers['transfer-encoding'] === undefined;
