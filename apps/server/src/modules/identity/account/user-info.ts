import type { AnswerOf } from '@parley/contract';
import type { getLoginUserInfo } from '@parley/contract/identity';
import type { Database } from '../../../base/db/database.ts';
import { assertFound } from '../../../base/http/app-error.ts';
import type { WorkspaceId } from '../../../base/ids.ts';
import type { Characters } from '../../characters/index.ts';
import { fileUrl } from '../../files/index.ts';
import { anyPortHeld } from '../../ports/index.ts';
import { calendarOf, portsOf } from '../../workspaces/index.ts';
import { findUserById } from '../store.ts';

/** The privileges of every owner; no role restricts more than this so far. */
const ownerPrivileges = ['PRIVILEGE:B0002:B0002'];

/**
 * Packages and rewards don't exist yet (see docs/decisions/0014): every owner has the free package and an empty
 * promotion account, at the installation's rates.
 */
const free = { code: 'MIAN_FEI_ROOT' };
const untouched = {
  setMealCode: free.code,
  setMealDO: free,
  psetMealDO: free,
  poldSetMealCode: null,
  vipEndTime: null,
  buyLimitSetMeal: [],
  amount: '0.00',
  firstRebateRate: '5.00',
  rebateRate: '10',
};

type Deps = { database: Database; characters: Characters };

export async function readUserInfo(
  { database, characters }: Deps,
  { userId, workspaceId }: { userId: string; workspaceId: WorkspaceId },
): Promise<AnswerOf<typeof getLoginUserInfo>> {
  const [user, [balance], portNum, isPortOnline, calendar] = await Promise.all([
    findUserById(database, userId),
    characters.balances(database, workspaceId, [workspaceId]),
    portsOf(database, workspaceId),
    anyPortHeld(database, workspaceId),
    calendarOf(database, workspaceId),
  ]);
  const { id, nickname, email, avatarFileId, messengerContact, tourDone } = assertFound(
    user,
    'auth.required',
  );
  return {
    ...untouched,
    id,
    userName: nickname === '' ? email : nickname,
    emailAddress: email,
    userType: 'owner',
    headPortrait: avatarFileId === null ? null : fileUrl(avatarFileId),
    tgContact: messengerContact,
    charNum: balance?.remaining ?? 0,
    portNum,
    isPortOnline,
    privilegesCode: ownerPrivileges.join(','),
    isLoginSubAccount: true,
    isCreateSubAccount: true,
    guideState: tourDone,
    calendar,
  };
}
