import { type PlatformId, platforms } from '@parley/contract/catalogues';
import type { WorkspaceId } from '../../base/ids.ts';
import type { Person } from './store.ts';

type Place = { workspaceId: WorkspaceId; platform: PlatformId; socialAccountId: string };

/** The person behind an id: valid on the whole platform, or at one social account where ids have no meaning elsewhere. */
export function personOf({ workspaceId, platform, socialAccountId }: Place, platformUserId: string): Person {
  const scope = platforms[platform].identityScope === 'account' ? socialAccountId : '';
  return { workspaceId, platform, scope, platformUserId };
}
