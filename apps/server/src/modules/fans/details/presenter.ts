import { type FanDetails, fanLink } from '@parley/contract/fans';
import { presentFan } from '../list/presenter.ts';
import type { FanRow } from '../list/queries.ts';
import type { IdentityRow } from './queries.ts';

export function presentIdentity(row: IdentityRow): FanDetails['identities'][number] {
  const { id, platform, account, handle, ownFanId, knownSince } = row;
  const known = { id, account, handle, ownFanId, knownSince: Math.floor(knownSince) };
  if (platform === 'phone') return { ...known, platform: null, link: null };
  return { ...known, platform, link: fanLink(platform, { account, handle, phone: '' }) };
}

export const presentPersonRow = (
  row: FanRow & { conversationId: string | null },
): FanDetails['rows'][number] => ({ ...presentFan(row), conversationId: row.conversationId });
