/**
 * Answers visits before Fastify handles them. Most visits need no more than a header, and what the framework does per request
 * (hooks, page headers, a log id) costs three times as much as the visit itself. A request that isn't a plain redirect is passed
 * on to the framework, together with the destination found here.
 */
import type { IncomingMessage, RequestListener } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { monotonicNow } from '../../../base/clock.ts';
import { addressKey, hostNameOf, readAddress, senderReader } from '../../../base/http/address.ts';
import { transportSecurity } from '../../../base/http/response-headers.ts';
import type { Metrics } from '../../../base/metrics.ts';
import type { Destination, Redirects } from './service.ts';

export const shortLinkPath = '/s/';

/** Visits are never cached, and the platform doesn't learn the referrer. */
export const visitHeaders = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' } as const;

/** Returns a URL in ASCII, as a header requires: owners may paste addresses with non-ASCII letters. */
export const locationOf = (url: string): string => (/[^\x21-\x7e]/.test(url) ? new URL(url).href : url);

export type EarlyDeps = {
  edge: FastifyInstance;
  redirects: Pick<Redirects, 'findDestination' | 'leaveContact' | 'pageOf' | 'domains'>;
  metrics: Metrics;
  trustProxy: string | boolean;
  /** The server's public URL; null to use the host of the request. */
  publicUrl: string | null;
};

type EventualDestination = Destination | Promise<Destination>;

const plainVisit = /^\/s\/([a-z0-9]{4,16})(?:\?|$)/;

/**
 * Returns a function that finds a visitor's destination. It returns errors as rejections, which the framework reports: thrown
 * inside the HTTP server's listener they would end the process.
 */
function destinationFinder({
  redirects,
  trustProxy,
}: EarlyDeps): (code: string, request: IncomingMessage) => EventualDestination {
  const senderOf = senderReader(trustProxy);
  return (code, request) => {
    try {
      const sender = senderOf(request);
      const destination = redirects.findDestination({
        code,
        method: 'GET',
        headers: request.headers,
        address: readAddress(sender) ?? '',
        network: addressKey(sender),
        host: hostNameOf(sender.host),
      });
      return destination instanceof Promise ? destination.then(withLocation) : withLocation(destination);
    } catch (error) {
      return Promise.reject(error);
    }
  };
}

/**
 * Returns a function that defers sending to the end of the event loop's turn, so that all answers of a turn are sent together. An
 * answer sent alone wakes its receiver, which costs more than the answer; the later ones of a group find it awake.
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

/** Returns a lookup of the destination found early for a request that was passed on; undefined if none was looked up. */
export function answerVisitsEarly(
  deps: EarlyDeps,
): (request: { raw: IncomingMessage }) => EventualDestination | undefined {
  const { edge, metrics, publicUrl } = deps;
  const { server } = edge;
  const seconds = metrics.requestSeconds.labels({
    method: 'GET',
    route: `${shortLinkPath}:code`,
    status: '302',
  });
  const headers = { ...visitHeaders, ...(publicUrl?.startsWith('https:') ? transportSecurity : {}) };
  const found = new WeakMap<IncomingMessage, EventualDestination>();
  let isClosing = false;
  edge.addHook('preClose', async () => {
    isClosing = true;
  });

  const findDestination = destinationFinder(deps);
  const atTurnsEnd = createTurnsEnd();
  const others = server.listeners('request') as RequestListener[]; // the listeners of a Node HTTP server
  server.removeAllListeners('request');
  const goOn: RequestListener = (request, response) => {
    for (const listener of others) listener(request, response);
  };

  server.on('request', (request, response) => {
    const code = isPlain(request) ? plainVisit.exec(request.url ?? '')?.[1] : undefined;
    if (code === undefined || isClosing) return goOn(request, response);
    const began = monotonicNow();
    const send = (url: string) =>
      atTurnsEnd(() => {
        response.writeHead(302, { ...headers, location: url, 'content-length': 0 }).end();
        seconds.observe((monotonicNow() - began) / 1_000);
      });
    const answer = (destination: Destination) => {
      if (destination.url !== null && destination.preview === null) return send(destination.url);
      found.set(request, destination);
      goOn(request, response);
    };
    const destination = findDestination(code, request);
    if (!(destination instanceof Promise)) return answer(destination);
    destination.then(answer, () => {
      // The rejection is reported by the handler that awaits it.
      found.set(request, destination);
      goOn(request, response);
    });
  });
  return ({ raw }) => found.get(raw);
}

const withLocation = (destination: Destination): Destination =>
  destination.url === null ? destination : { ...destination, url: locationOf(destination.url) };

/** Returns true for an HTTP/1.1 GET request without a body. */
const isPlain = ({ method, httpVersion, headers }: IncomingMessage) =>
  method === 'GET' &&
  httpVersion === '1.1' &&
  headers['content-length'] === undefined &&
  headers['transfer-encoding'] === undefined;
