import { isNamed } from '@parley/contract/catalogues';
import { type ChatShare, chatSharePath, shareParameter } from '@parley/contract/chat-shares';
import { statusOf } from '../../base/share-links/policy.ts';
import type { ChatShareItem } from './queries.ts';

/** `token`: the link's token, decrypted for its owner. */
export function presentShare({ share, conversation }: ChatShareItem, token: string, now: number): ChatShare {
  const { id, platform, title } = conversation;
  return {
    id: share.id,
    conversation: { id, platform, title, named: isNamed(conversation) },
    title: share.title,
    path: `${chatSharePath}?${shareParameter}=${token}`,
    access: share.access,
    status: statusOf(share, now),
    validDays: share.validDays,
    sharedAt: share.createdAt.getTime(),
    expiresAt: share.expiresAt?.getTime() ?? null,
    opens: share.opens,
    lastOpenedAt: share.lastOpenedAt?.getTime() ?? null,
    version: share.version,
  };
}
