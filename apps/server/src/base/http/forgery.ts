/**
 * The XSRF pair. A page of Parley reads a cookie that only it can read and repeats its value in a header; a foreign
 * page can make the browser send a request, but can neither read the cookie nor add the header. Sessions use bearer
 * tokens, so this protects requests without one: a foreign page can't log a person in to another account.
 */
import { timingSafeEqual } from 'node:crypto';
import cookie from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { randomToken } from '../crypto/tokens.ts';
import { AppError } from './app-error.ts';

const plainCookie = 'XSRF-TOKEN';
/**
 * The same under https: browsers accept this name from this host alone, so that no other host of the domain can plant
 * one.
 */
const hostCookie = '__Host-XSRF-TOKEN';
const xsrfHeader = 'x-xsrf-token';

export async function registerCookies(app: FastifyInstance): Promise<void> {
  await app.register(cookie);
}

/** Sets the cookie with each page. Keeps an existing one: replacing it would invalidate the open tabs. */
export function setXsrfCookie(request: FastifyRequest, reply: FastifyReply, secure: boolean): void {
  const overHttps = secure || request.protocol === 'https';
  const name = overHttps ? hostCookie : plainCookie;
  if (request.cookies[name]) return;
  reply.setCookie(name, randomToken(), { path: '/', sameSite: 'lax', httpOnly: false, secure: overHttps });
}

const safe = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Throws `request.forged` if the browser reports another site as the sender, or the request has the cookie and not
 * the header. Programs send neither, and are admitted.
 */
export function assertNotForged(request: FastifyRequest): void {
  if (safe.has(request.method)) return;
  if (request.headers['sec-fetch-site'] === 'cross-site') throw new AppError('request.forged');
  // If a browser holds both, an attacker may have set the plain one over http.
  const expected = request.cookies[hostCookie] || request.cookies[plainCookie];
  if (expected && !same(expected, request.headers[xsrfHeader])) throw new AppError('request.forged');
}

/**
 * Protects a GET with side effects, which the specification requires. Throws `request.forged` if the browser reports
 * another site's page as the sender. Older browsers don't report it for a plain GET and are admitted: the page can
 * neither read the response nor name an id that it doesn't have.
 */
export function assertOwnPage({ headers, host }: FastifyRequest): void {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw new AppError('request.forged');
  const { origin } = headers;
  if (origin !== undefined && (!URL.canParse(origin) || new URL(origin).host !== host))
    throw new AppError('request.forged');
}

function same(expected: string, given: unknown): boolean {
  const [one, other] = [Buffer.from(expected), Buffer.from(String(given ?? ''))];
  return one.length === other.length && timingSafeEqual(one, other);
}
