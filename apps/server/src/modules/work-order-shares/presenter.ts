import { sharePage, shareParameter, type WorkOrderShare } from '@parley/contract/work-order-shares';
import { statusOf } from '../../base/share-links/policy.ts';
import type { ShareItem } from './queries.ts';

/** `token`: the link's token, decrypted for its owner. */
export function presentShare(share: ShareItem, token: string, now: number): WorkOrderShare {
  return {
    id: share.id,
    title: share.title,
    path: `${sharePage}?${shareParameter}=${token}`,
    access: share.access,
    status: statusOf(share, now),
    validDays: share.validDays,
    fanNames: share.fanNames,
    chatHistory: share.chatHistory,
    orders: share.orders.map(({ workOrderId, name, platform, socialAccountIds }) => ({
      workOrderId,
      name,
      platform,
      socialAccountIds,
    })),
    sharedAt: share.createdAt.getTime(),
    expiresAt: share.expiresAt?.getTime() ?? null,
    opens: share.opens,
    lastOpenedAt: share.lastOpenedAt?.getTime() ?? null,
    version: share.version,
  };
}
