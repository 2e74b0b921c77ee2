/** Requests ratings from visitors of sites that have them on, and serves the visitors' answers. */
import { asksForRatings, webchatCredentials } from '@parley/connectors';
import * as visitorApi from '@parley/contract/visitor';
import { addressKey } from '../../base/http/address.ts';
import type { Mount } from '../../base/http/mount.ts';
import { trustWorkspaceId } from '../../base/ids.ts';
import type { Queue } from '../../base/queue/queue.ts';
import { conversationClosed } from '../conversations/index.ts';
import { askForRating, dismissRating, rate, ratingFor } from '../ratings/index.ts';
import { openCredentials } from './credentials.ts';
import { findPublicAccount, type OpenAccount } from './open-accounts/queries.ts';
import { type LimitTexts, siteOf, type VisitorCaller, type VisitorDeps } from './visitor-site.ts';
import type { Visitors } from './visitors.ts';

const asks = ({ secrets }: Pick<VisitorDeps, 'secrets'>, account: OpenAccount): boolean =>
  asksForRatings(webchatCredentials.parse(openCredentials(secrets, account)));

type JobDeps = Pick<VisitorDeps, 'database' | 'secrets'> & { visitors: Pick<Visitors, 'changed'> };

export function handleRatingJobs(queue: Queue, deps: JobDeps): void {
  queue.handle(conversationClosed, async ({ socialAccountId, workspaceId, ...closing }) => {
    const account = await findPublicAccount(deps.database, socialAccountId);
    if (account === null || !asks(deps, account)) return;
    const change = await askForRating(deps, { ...closing, workspaceId: trustWorkspaceId(workspaceId) });
    if (change !== null) deps.visitors.changed(change.chatId, change.seq);
  });
}

/** Returns the rating request that a visitor's page shows; null when there is none or the site has ratings off. */
export async function shownRating(
  deps: VisitorDeps,
  account: OpenAccount,
  visitorId: string,
): Promise<visitorApi.VisitorRating | null> {
  if (!asks(deps, account)) return null;
  const { workspaceId, id: socialAccountId } = account;
  return ratingFor(deps.database, { workspaceId, socialAccountId, chatId: visitorId }, deps.clock.now());
}

const chatOfCaller = ({ workspaceId, socialAccountId, visitorId: chatId }: VisitorCaller) => ({
  workspaceId,
  socialAccountId,
  chatId,
});

export function registerVisitorRatings(mount: Mount, deps: VisitorDeps, limit: LimitTexts): void {
  mount(visitorApi.visitorRate, async ({ caller, params, body, request }) => {
    await siteOf(deps, caller);
    await limit(caller, addressKey(request), body.comment ?? '');
    const given = { ...body, language: caller.language };
    const { rating, change } = await rate(deps, chatOfCaller(caller), params.ratingId, given);
    // Notifies the visitor's other tabs.
    if (change !== null) deps.visitors.changed(change.chatId, change.seq);
    return rating;
  });
  mount(visitorApi.visitorDismissRating, async ({ caller, params }) => {
    await siteOf(deps, caller);
    const change = await dismissRating(deps, chatOfCaller(caller), params.ratingId);
    if (change !== null) deps.visitors.changed(change.chatId, change.seq);
    return null;
  });
}
