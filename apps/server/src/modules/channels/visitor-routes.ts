import { capabilitiesOf, originAllowed, receiveFromVisitor, webchatCredentials } from '@parley/connectors';
import * as visitorApi from '@parley/contract/visitor';
import { addressKey } from '../../base/http/address.ts';
import { AppError, assertFound } from '../../base/http/app-error.ts';
import type { Mount } from '../../base/http/mount.ts';
import { newId } from '../../base/ids.ts';
import { readForVisitor } from '../conversations/index.ts';
import { openCredentials } from './credentials.ts';
import { findPublicAccount, type OpenAccount } from './open-accounts/queries.ts';
import { registerVisitorChanges } from './visitor-changes.ts';
import { asVisitorFile, registerVisitorFiles, visitorFile } from './visitor-files.ts';
import { registerVisitorRatings, shownRating } from './visitor-ratings.ts';
import { chatOf, hostOf, type LimitTexts, limitTexts, siteOf, type VisitorDeps } from './visitor-site.ts';

/** A returning visitor is recognized for a year. */
const tokenMs = 365 * 86_400_000;

export function registerVisitorRoutes(mount: Mount, deps: VisitorDeps): void {
  const limit = limitTexts(deps);
  mountStart(mount, deps);
  mountChat(mount, deps, limit);
  registerVisitorChanges(mount, deps, limit);
  registerVisitorRatings(mount, deps, limit);
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
    const view = await readForVisitor(deps.database, workspaceId, chatOf(deps, account, visitorId), 0);
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
      rating: await shownRating(deps, account, visitorId),
    };
  });
}

function mountChat(mount: Mount, deps: VisitorDeps, limit: LimitTexts): void {
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
    const received = await receiveFromVisitor(
      hostOf(deps, account, file),
      visitor,
      body,
      file && asVisitorFile(file, body.voice),
    );
    if (!received.ok) throw new AppError('request.malformed');
    const chat = chatOf(deps, account, caller.visitorId);
    const { messages } = await readForVisitor(deps.database, caller.workspaceId, chat, 0, body.id);
    const [stored] = messages;
    const fileId = stored?.attachment?.type === 'media' ? stored.attachment.fileId : null;
    const isSame = stored?.text === received.message.text && fileId === (body.fileId ?? null);
    // A message that was edited or deleted can't be compared with the one that was sent.
    const isChanged = stored?.from === 'visitor' && (stored.edited || stored.deleted);
    // The id belongs to different content in this chat, or to another visitor's chat on this site.
    if (stored === undefined || !(isSame || isChanged)) throw new AppError('message.id-taken');
    return stored;
  });

  mount(visitorApi.visitorEvents, async ({ caller, query }) => {
    const account = await siteOf(deps, caller);
    const chat = chatOf(deps, account, caller.visitorId);
    const view = await readForVisitor(deps.database, caller.workspaceId, chat, query.since);
    const online = await deps.realtime.deskOnline(account.subAccountId);
    return { ...view, online, rating: await shownRating(deps, account, caller.visitorId) };
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

async function openSite(deps: VisitorDeps, id: string) {
  const account = assertFound(await findPublicAccount(deps.database, id));
  if (!capabilitiesOf(account.platform)?.embed) throw new AppError('resource.not-found');
  return { account, credentials: webchatCredentials.parse(openCredentials(deps.secrets, account)) };
}

/** Returns the visitor whom a token of the same site names; null for a token of another site or server. */
async function returning(
  { tokens }: VisitorDeps,
  token: string | undefined,
  account: OpenAccount,
): Promise<string | null> {
  const caller = token === undefined ? null : await tokens.verify(token);
  return caller?.audience === 'visitor' && caller.socialAccountId === account.id ? caller.visitorId : null;
}
