/** Where platforms call in. Raw bytes, because signatures are computed over them; no envelope, each platform has its own. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, found } from '../../base/http/app-error.ts';
import { createAccountHost, webhookPath } from './account-host.ts';
import { openCredentials } from './credentials.ts';
import { type ChannelsDeps, networkOf } from './service.ts';
import { findPublicAccount } from './store.ts';

const largestDelivery = 2 * 1024 * 1024;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export async function registerWebhookRoutes(app: FastifyInstance, deps: ChannelsDeps): Promise<void> {
  await app.register((hooks, _options, done) => {
    hooks.removeAllContentTypeParsers();
    hooks.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: largestDelivery },
      (_request, body, done) => done(null, body),
    );
    hooks.route({
      method: ['GET', 'POST'],
      url: `${webhookPath}:socialAccountId`,
      schema: { hide: true },
      handler: (request, reply) => answer(deps, request, reply),
    });
    done();
  });
}

async function answer(
  deps: ChannelsDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { socialAccountId } = request.params as { socialAccountId: string }; // the route's own parameter
  if (!uuid.test(socialAccountId)) throw new AppError('resource.not-found');
  const account = found(await findPublicAccount(deps.database, socialAccountId));
  const connector = deps.connectors.get(account.platform);
  if (!connector?.webhook) throw new AppError('resource.not-found');
  // A webhook may reach a process that doesn't hold the account; its state is told by the one that does.
  const network = found(await networkOf(deps, account));
  const host = createAccountHost({ ...deps, network }, account, () => undefined);
  const result = await connector.webhook(
    {
      method: request.method === 'GET' ? 'GET' : 'POST',
      headers: Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
      ),
      query: Object.fromEntries(
        Object.entries(request.query ?? {}).map(([name, value]) => [name, String(value)]),
      ),
      body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
    },
    openCredentials(deps.secrets, account),
    host,
  );
  return reply
    .status(result.status)
    .type(result.contentType ?? 'text/plain; charset=utf-8')
    .send(result.body ?? '');
}
