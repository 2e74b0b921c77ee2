/**
 * Serves `GET /api/visitor/stream`: server-sent events for the chat widget. An event only signals that there is
 * something new.
 */
import { type VisitorStreamEvent, visitorStreamPath } from '@parley/contract/visitor';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { addressKey } from '../../base/http/address.ts';
import { AppError } from '../../base/http/app-error.ts';
import { beginEventStream, type EventStream } from '../../base/http/event-stream.ts';
import { ConcurrencyLimiter } from '../../base/rate-window.ts';
import { findStreamedAccounts } from './open-accounts/queries.ts';
import { hostOf, siteOf, type VisitorDeps } from './visitor-site.ts';

/**
 * Limits of open pages: per visitor (well above any number of tabs), per address (a café or a carrier shares one) and
 * per site.
 */
const most = { visitor: 20, address: 300, site: 5_000 };

export function registerVisitorStream(app: FastifyInstance, deps: VisitorDeps): void {
  const open = new ConcurrencyLimiter();
  const max = (count: number) => Math.ceil(count * deps.rateLimitFactor);
  const config = {
    rateLimit: {
      max: max(300),
      timeWindow: 60_000,
      keyGenerator: (request: FastifyRequest) => addressKey(request),
    },
  };
  app.get(visitorStreamPath, { schema: { hide: true }, config }, async (request, reply) => {
    const { caller } = await deps.admission.admit(request, { audience: ['visitor'] });
    if (caller.audience !== 'visitor') throw new AppError('auth.pass-required');
    const account = await siteOf(deps, caller);
    const isStreamed = async () => (await findStreamedAccounts(deps.database, [account.id])).has(account.id);
    if (!(await isStreamed())) throw new AppError('resource.not-found');
    const online = await deps.realtime.deskOnline(account.subAccountId);
    const { visitorId } = caller;
    // The request of a visitor who has already disconnected would never emit `close`.
    if (reply.raw.destroyed) return reply.hijack();
    const leave = open.enter([
      { key: `visitor ${visitorId}`, max: most.visitor },
      { key: `address ${addressKey(request)}`, max: max(most.address) },
      { key: `site ${account.id}`, max: max(most.site) },
    ]);
    if (leave === null) throw new AppError('request.too-many', { details: { seconds: 60 } });
    const stream = begin(reply);
    const send = (event: VisitorStreamEvent) => stream.send(event);
    const host = hostOf(deps, account);
    const page = deps.visitors.join({
      socialAccountId: account.id,
      subAccountId: account.subAccountId,
      visitorId,
      send,
      end: stream.end,
    });
    reply.raw.on('close', () => {
      leave();
      if (page.leave().last) host.presence(visitorId, false);
    });
    if (page.first) host.presence(visitorId, true);
    send({ type: 'online', online });
    // A site that was closed while the stream opened has not ended this page yet. A failure is left to the next check
    // of all pages.
    if (!(await isStreamed().catch(() => true))) stream.end();
    return reply;
  });
}

/** Starts the stream, with the headers already set on the reply. */
function begin(reply: FastifyReply): EventStream {
  reply.hijack();
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value);
  }
  return beginEventStream(reply.raw);
}
