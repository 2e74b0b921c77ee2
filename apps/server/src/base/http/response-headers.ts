/** Sets the headers of every response: what a browser may do with it, where its page may connect, who may cache it. */
import type { IncomingMessage } from 'node:http';
import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { isApiRequest, routePath } from './api-request.ts';

/** A year, in seconds. */
export const transportSecurity = { 'strict-transport-security': 'max-age=31536000' } as const;

/** Scripts and styles of the apps; a page loads dozens. */
const isAsset = /^\/((desk|share)\/)?(assets\/.+\.(js|css)|start-up\.js)$/;
/** Headers that browsers apply to documents only, and so never to JSON. */
const ofPages = [
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
];
/** Other headers that scripts and styles don't need, 1 KB in each: their content never changes under the same name. */
const ofOthers = [
  'accept-ranges',
  'content-security-policy',
  'last-modified',
  'referrer-policy',
  'x-frame-options',
  // Identifies a failed request in reports; scripts have no use for it.
  'x-request-id',
];

/**
 * Browsers ignore these on an origin that isn't trustworthy (plain http, any host but this machine) and log a warning
 * on every page: https://w3c.github.io/webappsec-secure-contexts/#is-origin-trustworthy
 */
const ofTrustworthyOrigins = ['cross-origin-opener-policy', 'origin-agent-cluster'];
const isLoopback = /^(([a-z0-9-]+\.)*localhost|127(\.\d{1,3}){3}|\[::1\])$/i;

/** For responses that no browser shows as a page: stricter, and a quarter of a kilobyte shorter. */
const policyOfJson = "default-src 'none';frame-ancestors 'none'";
const isJson = (reply: FastifyReply) => /^application\/json\b/.test(String(reply.getHeader('content-type')));

/** `secure`: the public URL is https. `uploadOrigin`: where browsers upload files; null or left out: here. */
export type HeaderOptions = { secure?: boolean; uploadOrigin?: string | null };

export async function addResponseHeaders(app: FastifyInstance, options: HeaderOptions): Promise<void> {
  app.addHook('onRequest', async (request, reply) => {
    // Responses are for one caller and valid for a moment. Files set their own.
    if (isApiRequest(request)) reply.header('cache-control', 'no-store');
    // RFC 6797, 7.2: never over plain http, where the header isn't authentic.
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
      // Ant Design injects its styles at run time.
      styleSrc: ["'self'", "'unsafe-inline'"],
      // `blob:` is for images that a page has fetched itself, such as documents that only signed-in people may see.
      imgSrc: ["'self'", 'data:', 'blob:'],
      // For a recording that an agent plays back before sending it.
      mediaSrc: ["'self'", 'blob:'],
      connectSrc: ["'self'", ownSockets, ...(uploadOrigin === null ? [] : [uploadOrigin])],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
  },
  crossOriginEmbedderPolicy: false,
  // Other sites load the widget's script on purpose; it sets its own header.
  crossOriginResourcePolicy: { policy: 'same-origin' },
  // Set above, for https only.
  strictTransportSecurity: false,
  referrerPolicy: { policy: 'same-origin' },
});

/**
 * Returns the page's own host for web sockets, which Safari before 15.4 doesn't include in `'self'`. Both schemes,
 * because a proxy may have terminated TLS. A host that can't be written as a source (an IPv6 address) is left to
 * `'self'`.
 */
function ownSockets({ headers }: IncomingMessage | { headers: IncomingMessage['headers'] }): string {
  const host = headers.host ?? '';
  return /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/i.test(host) ? `ws://${host} wss://${host}` : "'self'";
}
