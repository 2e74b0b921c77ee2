import { type FanDetails, fanLink } from '@parley/contract/fans';
import { presentFan } from '../list/presenter.ts';
import type { FanRow } from '../list/queries.ts';
import type { IdentityRow } from './queries.ts';

export function presentIdentity(row: IdentityRow): FanDetails['identities'][number] {
  const { id, platform, account, handle, ownFanId, knownSince } = row;
  const link = fanLink(platform, { account, handle, phone: '' });
  return { id, platform, account, handle, link, ownFanId, knownSince: Math.floor(knownSince) };
}

export const presentPersonRow = (
  row: FanRow & { conversationId: string | null },
): FanDetails['rows'][number] => ({ ...presentFan(row), conversationId: row.conversationId });
