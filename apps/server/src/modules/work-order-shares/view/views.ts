/** Builds and caches the responses of links in use. */
import type { SharedView } from '@parley/contract/work-order-shares';
import type { Clock } from '../../../base/clock.ts';
import type { Handle } from '../../../base/db/database.ts';
import { type PreparedAnswer, prepareAnswer } from '../../../base/http/prepared-answer.ts';
import { type AnswerCache, createAnswerCache } from '../../../base/share-links/answer-cache.ts';
import { findShare, type OpenedShare } from '../queries.ts';
import { readView } from './view.ts';

/** `answer` is null while the link is not open. */
export type KnownShare = { share: OpenedShare; answer: PreparedAnswer<SharedView> | null };

/** By the hash of the link's token. */
export type ShareViews = AnswerCache<KnownShare>;

export const createShareViews = (
  handle: Handle,
  isOpen: (share: OpenedShare) => boolean,
  clock: Clock,
): ShareViews =>
  createAnswerCache(async (tokenHash) => {
    const share = await findShare(handle, tokenHash);
    if (share === null) return null;
    if (!isOpen(share)) return { share, answer: null };
    return { share, answer: await prepareAnswer(await readView(handle, share, clock.now())) };
  }, clock);
