/** Headers that every answer carries: what a browser may do with it, where its page may connect, who may keep it. */
import type { IncomingMessage } from 'node:http';
import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { isApiRequest, routePath } from './api-request.ts';

/** A year, in seconds. */
export const transportSecurity = { 'strict-transport-security': 'max-age=31536000' } as const;

/** Scripts and styles of the apps, of which a page loads dozens. */
const isAsset = /^\/((desk|share)\/)?(assets\/.+\.(js|css)|start-up\.js)$/;
/** Headers that browsers obey on documents alone; of an answer in JSON they never make one. */
const ofPages = [
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
];
/** The rest of what scripts and styles have no use for, 1 KB that each would repeat: a name has one content for ever. */
const ofOthers = [
  'accept-ranges',
  'content-security-policy',
  'last-modified',
  'referrer-policy',
  'x-frame-options',
  // Of an answer that says what went wrong, which a script is not.
  'x-request-id',
];

/**
 * Browsers ignore these on an origin that they don't trust (plain http, any host but this machine) and complain about
 * it on every page: https://w3c.github.io/webappsec-secure-contexts/#is-origin-trustworthy
 */
const ofTrustworthyOrigins = ['cross-origin-opener-policy', 'origin-agent-cluster'];
const isLoopback = /^(([a-z0-9-]+\.)*localhost|127(\.\d{1,3}){3}|\[::1\])$/i;

/** Of an answer that no browser shows as a page: stricter, and a quarter of a kilobyte shorter each time. */
const policyOfJson = "default-src 'none';frame-ancestors 'none'";
const isJson = (reply: FastifyReply) => /^application\/json\b/.test(String(reply.getHeader('content-type')));

/** `secure`: the world reaches this server by https. `uploadOrigin`: where browsers put files; null or left out: here. */
export type HeaderOptions = { secure?: boolean; uploadOrigin?: string | null };

export async function addResponseHeaders(app: FastifyInstance, options: HeaderOptions): Promise<void> {
  app.addHook('onRequest', async (request, reply) => {
    // Answers are one caller's, and true for a moment. Files set their own.
    if (isApiRequest(request)) reply.header('cache-control', 'no-store');
    // RFC 6797, 7.2: never over plain http, where the header is not authentic.
    if (options.secure || request.protocol === 'https') reply.headers(transportSecurity);
  });
  await app.register(helmet, securityHeaders(options.uploadOrigin ?? null));
  app.addHook('onSend', async (request, reply) => {
    const isFile = isAsset.test(routePath(request));
    const isApi = isApiRequest(request);
    if (isFile || isApi) for (const name of ofPages) reply.removeHeader(name);
    if (isFile) for (const name of ofOthers) reply.removeHeader(name);
    if (isApi && isJson(reply)) reply.header('content-security-policy', policyOfJson);
    if (!options.secure && request.protocol !== 'https' && !isLoopback.test(request.hostname))
      for (const name of ofTrustworthyOrigins) reply.removeHeader(name);
  });
}

const securityHeaders = (uploadOrigin: string | null): FastifyHelmetOptions => ({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      // Ant Design writes its styles at run time.
      styleSrc: ["'self'", "'unsafe-inline'"],
      // `blob:` is what a page has fetched itself: papers that are for signed-in eyes only.
      imgSrc: ["'self'", 'data:', 'blob:'],
      // A recording that an agent listens to before it is sent.
      mediaSrc: ["'self'", 'blob:'],
      connectSrc: ["'self'", ownSockets, ...(uploadOrigin === null ? [] : [uploadOrigin])],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
  },
  crossOriginEmbedderPolicy: false,
  // The widget's script is loaded by other sites on purpose; it sets its own header.
  crossOriginResourcePolicy: { policy: 'same-origin' },
  // Set above, under https alone.
  strictTransportSecurity: false,
  referrerPolicy: { policy: 'same-origin' },
});

/**
 * The page's own host for web sockets, which Safari before 15.4 doesn't count as `'self'`. Both schemes, because a
 * proxy may have taken the TLS off. A host that a source can't be written with (an IPv6 address) is left to `'self'`.
 */
function ownSockets({ headers }: IncomingMessage | { headers: IncomingMessage['headers'] }): string {
  const host = headers.host ?? '';
  return /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/i.test(host) ? `ws://${host} wss://${host}` : "'self'";
}
