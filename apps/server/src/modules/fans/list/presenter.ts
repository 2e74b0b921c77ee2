import { type Fan, fanLink } from '@parley/contract/fans';
import type { FanRow } from './queries.ts';

export function presentFan(row: FanRow): Fan {
  return {
    id: row.id,
    fanId: row.fanId,
    type: row.type,
    nickname: row.nickname,
    account: row.account,
    handle: row.handle,
    link: fanLink(row.platform, row),
    phone: row.phone,
    alias: row.alias,
    note: row.note,
    platform: row.platform,
    subAccountId: row.subAccountId,
    subAccountName: row.subAccountName,
    socialAccountId: row.socialAccountId,
    socialAccountName: row.socialAccountName,
    grownAt: Math.floor(row.grownAt),
    lastActiveAt: Math.floor(row.lastActiveAt),
    active: row.active,
    firstLoginAt: row.firstLoginAt === null ? null : Math.floor(row.firstLoginAt),
    onlineSince: row.onlineSince === null ? null : Math.floor(row.onlineSince),
    tagIds: row.tagIds,
  };
}
