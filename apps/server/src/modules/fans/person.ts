import { type PlatformId, platforms } from '@parley/contract/catalogues';
import { newId, type WorkspaceId } from '../../base/ids.ts';
import type { NewPerson, Person } from './store.ts';

type Place = { workspaceId: WorkspaceId; platform: PlatformId; socialAccountId: string };

/** Returns the person for an id: valid on the whole platform, or only at one social account if ids are scoped to accounts. */
export function personOf({ workspaceId, platform, socialAccountId }: Place, platformUserId: string): Person {
  const scope = platforms[platform].identityScope === 'account' ? socialAccountId : '';
  return { workspaceId, platform, scope, platformUserId };
}

/** Returns the person with ids for the fan and the identity to be created. */
export function newPerson(person: Person & Partial<Pick<NewPerson, 'displayName' | 'handle'>>): NewPerson {
  return { displayName: null, handle: null, ...person, fanId: newId(), identityId: newId() };
}
