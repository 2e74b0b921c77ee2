import type { Profile, ProfileForm } from '@parley/contract/identity';
import { type Database, type Handle, type Tx, transaction } from '../../../base/db/database.ts';
import { AppError, assertFound } from '../../../base/http/app-error.ts';
import type { RequestOrigin } from '../../../base/http/origin.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import { changesOf, pictureChange, record } from '../../audit/index.ts';
import { fileUrl, keepFiles, releaseFiles } from '../../files/index.ts';
import { findCertification } from '../certification/store.ts';
import { findUserById, type UserRow } from '../store.ts';
import * as store from './store.ts';

type Deps = { database: Database };
type Owner = { userId: string; workspaceId: WorkspaceId };

export async function readProfile(deps: Deps, { userId, workspaceId }: Owner): Promise<Profile> {
  const user = assertFound(await findUserById(deps.database, userId), 'auth.required');
  return present(deps.database, workspaceId, user);
}

/** Saves the profile. Throws `resource.stale`, and `resource.not-found` for a picture of another workspace. */
export function saveProfile(
  { database }: Deps,
  { userId, workspaceId }: Owner,
  form: ProfileForm,
  origin: RequestOrigin,
): Promise<Profile> {
  return transaction(database, async (tx) => {
    const user = assertFound(await store.lockUser(tx, userId), 'auth.required');
    if (user.profileVersion !== form.version) throw new AppError('resource.stale');
    const { version, avatarFileId: chosen, tgContact: messengerContact, ...fields } = form;
    const avatarFileId = chosen === undefined ? user.avatarFileId : chosen;
    if (avatarFileId !== user.avatarFileId) {
      await exchangePicture(tx, workspaceId, user.avatarFileId, avatarFileId);
    }
    const saved = await store.updateProfile(tx, userId, version, {
      ...fields,
      messengerContact,
      avatarFileId,
    });
    await record(tx, origin, {
      action: 'profile.changed',
      object: { kind: 'owner', id: userId },
      details: {
        ...changesOf({ ...user }, { ...fields, messengerContact }),
        ...pictureChange('picture', user.avatarFileId, avatarFileId),
      },
    });
    return present(tx, workspaceId, assertFound(saved, 'resource.stale'));
  });
}

async function exchangePicture(
  tx: Tx,
  owner: WorkspaceId,
  from: string | null,
  to: string | null,
): Promise<void> {
  const purpose = 'avatar';
  if (to !== null && !(await keepFiles(tx, { owner, purpose, fileIds: [to] })))
    throw new AppError('resource.not-found');
  if (from !== null) await releaseFiles(tx, { owner, purpose, fileIds: [from] });
}

async function present(handle: Handle, workspaceId: WorkspaceId, user: UserRow): Promise<Profile> {
  const certification = await findCertification(handle, workspaceId);
  const { nickname, country, area, address, introduction, phone } = user;
  return {
    id: user.id,
    accountId: String(user.accountNumber),
    email: user.email,
    nickname,
    country,
    area,
    address,
    introduction,
    phone,
    tgContact: user.messengerContact ?? '',
    avatar: user.avatarFileId === null ? null : fileUrl(user.avatarFileId),
    registeredAt: user.createdAt.getTime(),
    certification: { status: certification?.status ?? 'none', reason: certification?.reason ?? null },
    version: user.profileVersion,
  };
}
