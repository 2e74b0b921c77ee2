/**
 * Receives platforms' webhooks as raw bytes, because signatures are computed over them, and answers in each platform's
 * own format.
 */
import type { Connector, WebhookAnswer, WebhookRequest } from '@parley/connectors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { attributedCall, OutOfBandError } from '../../base/attribution.ts';
import { AppError, assertFound } from '../../base/http/app-error.ts';
import { rawQueryOf } from '../../base/http/query-string.ts';
import { trustWorkspaceId } from '../../base/ids.ts';
import { createAccountHost, noListener, webhookPath } from './account-host.ts';
import { networkOf } from './account-network.ts';
import {
  AnswerTimeout,
  answerLimitOf,
  retryLaterAnswer,
  shortestAnswerLimit,
  startAnswerDeadline,
} from './app-webhooks/answer-deadline.ts';
import { type AppRoute, appWebhookPath } from './app-webhooks/app-route.ts';
import { appIdPattern } from './app-webhooks/installation-apps.ts';
import { type AppWebhookDeps, deliverToApp } from './app-webhooks/service.ts';
import { openCredentials } from './credentials.ts';
import { findPublicAccount, type OpenAccount } from './open-accounts/queries.ts';
import { disableFailed, type WebhookDeps } from './service.ts';

const largestDelivery = 2 * 1024 * 1024;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export async function registerWebhookRoutes(app: FastifyInstance, deps: AppWebhookDeps): Promise<void> {
  await mountWebhooks(app, {
    toAccount: (socialAccountId, request) => deliverWebhook(deps, socialAccountId, request),
    toApp: (params, request) => deliverToApp(deps, appRouteOf(params), request),
  });
}

/** The parameters of the webhook paths; each path has some of them. */
type HookParams = { socialAccountId?: string; platform?: string; appId?: string; workspaceId?: string };

/** Answers deliveries for one account, and for all accounts of an app. */
export type WebhookAnswerer = {
  toAccount(socialAccountId: string, request: WebhookRequest): Promise<WebhookAnswer>;
  toApp(params: HookParams, request: WebhookRequest): Promise<WebhookAnswer>;
};

/** Mounts the webhook paths and passes deliveries on as they were sent: query, header values and body. */
export async function mountWebhooks(app: FastifyInstance, answering: WebhookAnswerer): Promise<void> {
  await app.register((hooks, _options, done) => {
    hooks.removeAllContentTypeParsers();
    hooks.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: largestDelivery },
      (_request, body, done) => done(null, body),
    );
    const route = (
      url: string,
      answer: (params: HookParams, request: WebhookRequest) => Promise<WebhookAnswer>,
    ) =>
      hooks.route<{ Params: HookParams }>({
        method: ['GET', 'POST'],
        url,
        schema: { hide: true },
        config: { rawQuery: true },
        handler: async (request, reply) => {
          const result = await answer(request.params, webhookRequestOf(request));
          return reply
            .status(result.status)
            .type(result.contentType ?? 'text/plain; charset=utf-8')
            .send(result.body ?? '');
        },
      });
    route(`${webhookPath}:socialAccountId`, ({ socialAccountId = '' }, request) =>
      answering.toAccount(socialAccountId, request),
    );
    route(`${appWebhookPath}:platform/:appId`, answering.toApp);
    route(`${appWebhookPath}:platform/:appId/:workspaceId`, answering.toApp);
    done();
  });
}

function appRouteOf({ platform = '', appId = '', workspaceId }: HookParams): AppRoute {
  if (!appIdPattern.test(appId) || (workspaceId !== undefined && !uuid.test(workspaceId)))
    throw new AppError('resource.not-found');
  // Taken from the address; the signature proves that the caller may act for this workspace.
  return { platform, appId, workspaceId: workspaceId === undefined ? null : trustWorkspaceId(workspaceId) };
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

/**
 * Passes a delivery to the account's connector, and answers within the platform's deadline. A connector that throws out
 * of band disables the account, as it does where it holds a connection; the platform delivers again once the owner has
 * enabled it.
 */
export async function deliverWebhook(
  deps: WebhookDeps,
  socialAccountId: string,
  request: WebhookRequest,
): Promise<WebhookAnswer> {
  if (!uuid.test(socialAccountId)) throw new AppError('resource.not-found');
  const { clock, log, database, connectors } = deps;
  const inTime = startAnswerDeadline(clock, (err) =>
    log.warn({ err, socialAccountId }, 'a delivery failed after its answer'),
  );
  try {
    const account = assertFound(
      await inTime(shortestAnswerLimit(connectors), findPublicAccount(database, socialAccountId)),
    );
    const connector = connectors.get(account.platform);
    if (!connector?.webhook) throw new AppError('resource.not-found');
    return await inTime(answerLimitOf(connector), passOn(deps, connector, account, request));
  } catch (error) {
    if (error instanceof AnswerTimeout || error instanceof OutOfBandError) return retryLaterAnswer;
    throw error;
  }
}

async function passOn(
  deps: WebhookDeps,
  connector: Connector,
  account: OpenAccount,
  request: WebhookRequest,
): Promise<WebhookAnswer> {
  // A webhook may reach a process that doesn't hold the account; only the holder publishes its state.
  const network = assertFound(await networkOf(deps, account));
  const host = createAccountHost({ ...deps, network }, account, noListener);
  const credentials = openCredentials(deps.secrets, account);
  const blame = (error: unknown) => void disableFailed(deps, account, error);
  const answer = await attributedCall(blame, async () => connector.webhook?.(request, credentials, host));
  return assertFound(answer);
}
