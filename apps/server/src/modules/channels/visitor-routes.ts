import {
  type ConnectorHost,
  capabilitiesOf,
  type InboundMessage,
  originAllowed,
  receiveFromVisitor,
  webchatCredentials,
} from '@parley/connectors';
import * as valuesApi from '@parley/contract/values';
import * as visitorApi from '@parley/contract/visitor';
import { addressKey } from '../../base/http/address.ts';
import { assertWithinLimit } from '../../base/http/address-limits.ts';
import type { Admission } from '../../base/http/admission.ts';
import { AppError, found } from '../../base/http/app-error.ts';
import type { AccessTokens } from '../../base/http/caller.ts';
import type { Mount } from '../../base/http/mount.ts';
import { newId, type WorkspaceId } from '../../base/ids.ts';
import { RateWindow } from '../../base/rate-window.ts';
import { findChat, type Inbound, readForVisitor } from '../conversations/index.ts';
import { createAccountHost, noListener } from './account-host.ts';
import { openCredentials } from './credentials.ts';
import { toInbound } from './quarantine/service.ts';
import type { ChannelsDeps } from './service.ts';
import { findPublicAccount, type OpenAccount } from './store.ts';
import { registerVisitorFiles, type VisitorFilesDeps, visitorFile } from './visitor-files.ts';

/** A visitor comes back within a year, or begins again. */
const tokenMs = 365 * 86_400_000;

export type VisitorDeps = ChannelsDeps &
  VisitorFilesDeps & {
    tokens: AccessTokens;
    admission: Admission;
    rateLimitFactor: number;
  };
export type VisitorCaller = { workspaceId: WorkspaceId; socialAccountId: string; visitorId: string };

export function registerVisitorRoutes(mount: Mount, deps: VisitorDeps): void {
  mountStart(mount, deps);
  mountChat(mount, deps);
  registerVisitorFiles(mount, deps);
}

function mountStart(mount: Mount, deps: VisitorDeps): void {
  mount(visitorApi.visitorStart, async ({ body, request, tenantId }) => {
    const { account, credentials } = await openSite(deps, body.site);
    if (!(await deps.admission.belongs(account.workspaceId, tenantId)))
      throw new AppError('resource.not-found');
    if (!originAllowed(credentials, request.headers.origin)) throw new AppError('channel.origin-refused');
    const { workspaceId, id: socialAccountId } = account;
    const visitorId = (await returning(deps, body.token, account)) ?? newId();
    const language = body.language ?? null;
    const caller = { audience: 'visitor', workspaceId, socialAccountId, visitorId, language } as const;
    const view = await readForVisitor(deps.database, workspaceId, { socialAccountId, chatId: visitorId }, 0);
    return {
      token: await deps.tokens.sign(caller, deps.clock.now() + tokenMs),
      business: {
        name: credentials.siteName,
        online: await deps.realtime.deskOnline(account.subAccountId),
        color: credentials.accentColor ?? null,
        greeting: credentials.welcomeText ?? null,
        offlineNote: credentials.offlineText ?? null,
      },
      ...view,
    };
  });
}

/** First texts of new visitors from one address to one site in an hour: a token of a new visitor is to be had for free. */
const mostNewVisitors = 60;
/** Code points that one address may send to one site in ten minutes, so that long texts cannot fill the database. */
const mostText = 120_000;

/** Throws `request.too-many`. */
function limitTexts({ database, clock, rateLimitFactor: factor }: VisitorDeps) {
  const newcomers = new RateWindow({ max: Math.ceil(mostNewVisitors * factor), windowMs: 3_600_000 });
  const texts = new RateWindow({ max: Math.ceil(mostText * factor), windowMs: 600_000 });
  return async (caller: VisitorCaller, address: string, text: string): Promise<void> => {
    const key = `${caller.socialAccountId} ${address}`;
    assertWithinLimit(texts.take(key, clock.now(), valuesApi.codePoints(text)));
    const { workspaceId, socialAccountId, visitorId } = caller;
    if ((await findChat(database, workspaceId, socialAccountId, visitorId)) === null)
      assertWithinLimit(newcomers.take(key, clock.now()));
  };
}

function mountChat(mount: Mount, deps: VisitorDeps): void {
  const limit = limitTexts(deps);
  mount(visitorApi.visitorSend, async ({ caller, body, request }) => {
    const account = await siteOf(deps, caller);
    await limit(caller, addressKey(request), body.text);
    const visitor = {
      chatId: caller.visitorId,
      displayName: null,
      language: caller.language ?? request.headers['accept-language']?.split(/[,;]/)[0] ?? null,
    };
    const file =
      body.fileId === undefined
        ? null
        : await visitorFile(deps, { ...caller, audience: 'visitor' }, body.fileId);
    if (file === null && body.text.trim() === '') throw new AppError('message.empty');
    const received = await receiveFromVisitor(hostOf(deps, account), visitor, body, file);
    if (!received.ok) throw new AppError('request.malformed');
    const chat = { socialAccountId: account.id, chatId: caller.visitorId };
    const { messages } = await readForVisitor(deps.database, caller.workspaceId, chat, 0, body.id);
    const [stored] = messages;
    // The id is in this chat with another content, or in another visitor's chat on this site.
    const fileId = stored?.attachment?.type === 'media' ? stored.attachment.fileId : null;
    if (stored?.text !== received.message.text || fileId !== (body.fileId ?? null))
      throw new AppError('message.id-taken');
    return stored;
  });

  mount(visitorApi.visitorEvents, async ({ caller, query }) => {
    const account = await siteOf(deps, caller);
    const chat = { socialAccountId: account.id, chatId: caller.visitorId };
    const view = await readForVisitor(deps.database, caller.workspaceId, chat, query.since);
    return { ...view, online: await deps.realtime.deskOnline(account.subAccountId) };
  });

  mount(visitorApi.visitorReceipt, async ({ caller, body }) => {
    const { workspaceId, socialAccountId, visitorId } = caller;
    await deps.conversations.outbox.receipt({
      workspaceId,
      socialAccountId,
      chatId: visitorId,
      state: body.state,
      upToSeq: body.seq,
    });
    return null;
  });

  mount(visitorApi.visitorTyping, async ({ caller, body }) => {
    hostOf(deps, await siteOf(deps, caller)).typing(caller.visitorId, body.on);
    return null;
  });
}

/**
 * Host of the website chat, whose platform is Parley itself. A message that can't be stored isn't set aside: the
 * visitor's page gets an error and keeps it.
 */
export function hostOf(deps: VisitorDeps, account: OpenAccount): ConnectorHost {
  const accept = (messages: readonly InboundMessage[]) =>
    deps.conversations.accept(messages.map((message) => withUpload(toInbound(account, message), message)));
  return { ...createAccountHost(deps, account, noListener), accept };
}

/** A visitor's medium is here already, and its handle is its file's id. */
function withUpload(inbound: Inbound, message: InboundMessage): Inbound {
  const { attachment } = inbound;
  if (!('media' in message) || attachment?.type !== 'media') return inbound;
  return { ...inbound, fileId: message.media.key, attachment: { ...attachment, state: 'ready', key: null } };
}

async function openSite(deps: VisitorDeps, id: string) {
  const account = found(await findPublicAccount(deps.database, id));
  if (!capabilitiesOf(account.platform)?.embed) throw new AppError('resource.not-found');
  return { account, credentials: webchatCredentials.parse(openCredentials(deps.secrets, account)) };
}

/** The site that a visitor's token names, if it is still switched on. */
export async function siteOf(deps: VisitorDeps, caller: VisitorCaller): Promise<OpenAccount> {
  return found(await findPublicAccount(deps.database, caller.socialAccountId));
}

/** Returns the visitor of an earlier visit to the same site; null for a token of another site or server. */
async function returning(
  { tokens }: VisitorDeps,
  token: string | undefined,
  account: OpenAccount,
): Promise<string | null> {
  const caller = token === undefined ? null : await tokens.verify(token);
  return caller?.audience === 'visitor' && caller.socialAccountId === account.id ? caller.visitorId : null;
}
