/**
 * Rate limits that apply before login, tenant and database: per address and in memory, so that a refusal costs next
 * to nothing. They are generous, because an office shares an address; limits per caller apply after authentication.
 */
import type { ErrorId } from '@parley/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { RateWindow } from '../rate-window.ts';
import { addressKey } from './address.ts';
import { isApiRequest, routePath } from './api-request.ts';
import { AppError } from './app-error.ts';

export type AddressLimitOptions = {
  rateLimitFactor: number;
  /** Path prefixes of the visitors' API. */
  crossOriginPrefixes: readonly string[];
  /** Returns whether this server signed an access token; left out: the server signs none. */
  isSignedToken?: (token: string) => Promise<boolean>;
  now?: () => number;
};

const windowMs = 60_000;
/** Requests per address and minute. */
const maxRequests = 6_000;
/**
 * Refused tokens per minute: forged ones per address, and uses of a single expired or ended token that was signed
 * here.
 */
const maxRefused = 300;

/** Authentication errors that refuse the token; others refuse access to the endpoint. */
const tokenRefusals: ReadonlySet<ErrorId> = new Set([
  'auth.required',
  'auth.pass-required',
  'auth.token-illegal',
  'auth.session-ended',
  'auth.session-expired',
]);

/** Throws `request.too-many` when the limit is reached. */
export function assertWithinLimit(waitMs: number): void {
  if (waitMs > 0) throw new AppError('request.too-many', { details: { seconds: Math.ceil(waitMs / 1000) } });
}

export function limitFloods(
  app: FastifyInstance,
  { rateLimitFactor: factor, crossOriginPrefixes, isSignedToken, now = Date.now }: AddressLimitOptions,
): void {
  const requests = new RateWindow({ max: Math.ceil(maxRequests * factor), windowMs });
  const refused = new RateWindow({ max: Math.ceil(maxRefused * factor), windowMs });

  /** Counts visitors of other websites separately, so that they never use up the limit of people at work. */
  function addressOf(request: FastifyRequest): string {
    const path = routePath(request);
    const isVisitors = crossOriginPrefixes.some((prefix) => path.startsWith(prefix));
    return `${isVisitors ? 'visitors' : 'people'} ${addressKey(request)}`;
  }

  /**
   * Counts tokens that were signed here separately, and forged ones by their address: a forger can't get others at
   * the same address refused, even those whose token has expired and has to be renewed.
   */
  async function bearerKey(request: FastifyRequest): Promise<string | null> {
    const { authorization } = request.headers;
    if (authorization === undefined) return null;
    const token = authorization.split(' ')[1] ?? '';
    const isSigned = (await isSignedToken?.(token)) ?? false;
    return isSigned ? `token ${token.slice(token.lastIndexOf('.'))}` : addressOf(request);
  }

  app.addHook('onRequest', async (request) => {
    if (!isApiRequest(request)) return;
    assertWithinLimit(requests.take(addressOf(request), now()));
    const key = await bearerKey(request);
    if (key !== null) assertWithinLimit(refused.wait(key, now()));
  });
  app.addHook('onError', async (request, _reply, error) => {
    if (!(error instanceof AppError) || !tokenRefusals.has(error.error)) return;
    const key = await bearerKey(request);
    if (key !== null) refused.take(key, now());
  });
}
