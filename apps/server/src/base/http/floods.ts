/**
 * Limits that stand before log-in, tenant and database: per address, in memory, so that refusing costs next to nothing.
 * They are wide (an office shares an address); what one caller may do is limited after authentication.
 */
import type { FastifyInstance } from 'fastify';
import { RateWindow } from '../rate-window.ts';
import { addressKey } from './address.ts';
import { AppError } from './app-error.ts';

export type FloodOptions = { rateLimitFactor: number; now?: () => number };

const windowMs = 60_000;
/** Requests of one address in a minute. */
const mostRequests = 6_000;
/** Requests of one address in a minute whose token was refused; then tokens from there aren't looked at for the rest. */
const mostRefused = 300;

const isApi = /^\/(admin\/)?api\//;

/** Throws `request.too-many` where there is no room. */
export function assertRoom(waitMs: number): void {
  if (waitMs > 0) throw new AppError('request.too-many', { details: { seconds: Math.ceil(waitMs / 1000) } });
}

export function limitFloods(
  app: FastifyInstance,
  { rateLimitFactor: factor, now = Date.now }: FloodOptions,
): void {
  const requests = new RateWindow({ max: Math.ceil(mostRequests * factor), windowMs });
  const refused = new RateWindow({ max: Math.ceil(mostRefused * factor), windowMs });
  app.addHook('onRequest', async ({ url, ip, headers }) => {
    if (!isApi.test(url)) return;
    const key = addressKey(ip);
    assertRoom(requests.take(key, now()));
    if (headers.authorization !== undefined) assertRoom(refused.wait(key, now()));
  });
  app.addHook('onError', async ({ ip, headers }, _reply, error) => {
    const isRefusal = error instanceof AppError && error.error.startsWith('auth.');
    if (isRefusal && headers.authorization !== undefined) refused.take(addressKey(ip), now());
  });
}
