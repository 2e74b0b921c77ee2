/** `GET /api/visitor/stream`: server-sent events for the chat widget. Each only says that there is something new. */
import { type VisitorStreamEvent, visitorStreamPath } from '@parley/contract';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { AppError } from '../../base/http/app-error.ts';
import { hostOf, siteOf, type VisitorDeps } from './visitor-routes.ts';
import type { Visitors } from './visitors.ts';

const heartbeatMs = 20_000;
/** Open pages of one visitor. More than anybody has tabs; a loop that opens streams ends here. */
const perVisitor = 20;

export function registerVisitorStream(
  app: FastifyInstance,
  deps: VisitorDeps & { visitors: Visitors },
): void {
  const open = new Map<string, number>();
  app.get(visitorStreamPath, { schema: { hide: true } }, async (request, reply) => {
    const { caller } = await deps.admission.admit(request, { audience: ['visitor'] });
    if (caller.audience !== 'visitor') throw new AppError('auth.pass-required');
    const account = await siteOf(deps, caller);
    const online = await deps.realtime.deskOnline(account.subAccountId);
    const { visitorId } = caller;
    const count = open.get(visitorId) ?? 0;
    if (count >= perVisitor) throw new AppError('request.too-many', { details: { seconds: 60 } });
    // Whoever has left meanwhile would never be heard to leave.
    if (reply.raw.destroyed) return reply.hijack();
    open.set(visitorId, count + 1);
    const send = begin(reply);
    const host = hostOf(deps, account);
    const page = deps.visitors.join({
      socialAccountId: account.id,
      subAccountId: account.subAccountId,
      visitorId,
      send,
    });
    reply.raw.on('close', () => {
      const left = (open.get(visitorId) ?? 1) - 1;
      if (left > 0) open.set(visitorId, left);
      else open.delete(visitorId);
      if (page.leave().last) host.presence(visitorId, false);
    });
    if (page.first) host.presence(visitorId, true);
    send({ type: 'online', online });
    return reply;
  });
}

/** Starts the stream; what it returns writes one event. */
function begin(reply: FastifyReply): (event: VisitorStreamEvent) => void {
  reply.hijack();
  const { raw } = reply;
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) raw.setHeader(name, value);
  }
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    // Reverse proxies would otherwise hold events back to fill a buffer.
    'x-accel-buffering': 'no',
  });
  raw.write(': parley\n\n');
  const heartbeat = setInterval(() => raw.write(': still here\n\n'), heartbeatMs);
  raw.on('close', () => clearInterval(heartbeat));
  return (event) => void raw.write(`data: ${JSON.stringify(event)}\n\n`);
}
