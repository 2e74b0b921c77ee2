/** Receives platforms' webhooks: raw bytes, because signatures are computed over them, and each platform's own envelope. */
import type { WebhookAnswer, WebhookRequest } from '@parley/connectors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { attributedCall, OutOfBandError } from '../../base/attribution.ts';
import { AppError, found } from '../../base/http/app-error.ts';
import { createAccountHost, noListener, webhookPath } from './account-host.ts';
import { openCredentials } from './credentials.ts';
import { disableFailed, networkOf, type WebhookDeps } from './service.ts';
import { findPublicAccount } from './store.ts';

const largestDelivery = 2 * 1024 * 1024;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export async function registerWebhookRoutes(app: FastifyInstance, deps: WebhookDeps): Promise<void> {
  await mountWebhooks(app, (socialAccountId, request) => deliverWebhook(deps, socialAccountId, request));
}

type Answering = (socialAccountId: string, request: WebhookRequest) => Promise<WebhookAnswer>;

/** Takes deliveries for any account and passes them on as they were sent: query, header values and body. */
export async function mountWebhooks(app: FastifyInstance, answering: Answering): Promise<void> {
  await app.register((hooks, _options, done) => {
    hooks.removeAllContentTypeParsers();
    hooks.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: largestDelivery },
      (_request, body, done) => done(null, body),
    );
    hooks.route<{ Params: { socialAccountId: string } }>({
      method: ['GET', 'POST'],
      url: `${webhookPath}:socialAccountId`,
      schema: { hide: true },
      config: { rawQuery: true },
      handler: async (request, reply) => {
        const result = await answering(request.params.socialAccountId, webhookRequestOf(request));
        return reply
          .status(result.status)
          .type(result.contentType ?? 'text/plain; charset=utf-8')
          .send(result.body ?? '');
      },
    });
    done();
  });
}

function webhookRequestOf(request: FastifyRequest): WebhookRequest {
  return {
    method: request.method === 'GET' ? 'GET' : 'POST',
    headers: Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    ),
    query: rawQueryOf(request.raw.url ?? ''),
    body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
  };
}

/** Returns what follows the question mark, untouched: the server's own parser reads dots as nesting. */
function rawQueryOf(url: string): string {
  const mark = url.indexOf('?');
  return mark < 0 ? '' : url.slice(mark + 1);
}

/**
 * Passes a delivery to the account's connector. A connector that throws out of band disables the account, as it does
 * where it holds a connection; the platform is asked to deliver again once the owner has enabled it.
 */
export async function deliverWebhook(
  deps: WebhookDeps,
  socialAccountId: string,
  request: WebhookRequest,
): Promise<WebhookAnswer> {
  if (!uuid.test(socialAccountId)) throw new AppError('resource.not-found');
  const account = found(await findPublicAccount(deps.database, socialAccountId));
  const connector = deps.connectors.get(account.platform);
  if (!connector?.webhook) throw new AppError('resource.not-found');
  // A webhook may reach a process that doesn't hold the account; only the holder publishes its state.
  const network = found(await networkOf(deps, account));
  const host = createAccountHost({ ...deps, network }, account, noListener);
  const { webhook } = connector;
  const credentials = openCredentials(deps.secrets, account);
  const blame = (error: unknown) => void disableFailed(deps, account, error);
  return attributedCall(blame, () => webhook.call(connector, request, credentials, host)).catch(
    (error: unknown) => {
      if (!(error instanceof OutOfBandError)) throw error;
      return { status: 503 };
    },
  );
}
