import * as contract from '@parley/contract';
import { found } from '../../base/http/app-error.ts';
import type { Mount } from '../../base/http/mount.ts';
import type { Mailer } from '../../base/mail/mail.ts';
import type { Realtime } from '../../base/realtime/realtime.ts';
import { type IdentityDeps, logInDesk, logInOperator, logInOwner, register } from './service.ts';
import { endSession, findUserById } from './store.ts';
import { resendMs, sendCode } from './verification-codes.ts';

export function registerRoutes(
  mount: Mount,
  deps: IdentityDeps & { mailer: Mailer; realtime: Realtime },
): void {
  mount(contract.logIn, ({ body }) => logInOwner(deps, body));
  mount(contract.deskLogIn, ({ body }) => logInDesk(deps, body));
  mount(contract.operatorLogIn, ({ body }) => logInOperator(deps, body));
  mount(contract.refreshToken, ({ query }) => deps.sessions.refresh(query.refreshToken));
  mount(contract.register, ({ body }) => register(deps, body));
  mount(contract.getVerificationCode, async ({ query, language }) => {
    await sendCode(deps, { ...query, language });
    return { resendAfter: resendMs / 1000 };
  });
  mount(contract.logOut, async ({ caller }) => {
    await endSession(deps.database, caller.sessionId, 'logged out');
    deps.realtime.end(caller.sessionId, 'logged-out');
    return null;
  });
  mount(contract.getLoginUserInfo, async ({ caller }) => {
    const user = found(await findUserById(deps.database, caller.userId), 'auth.required');
    const [balance] = await deps.characters.balances(deps.database, caller.workspaceId, [caller.workspaceId]);
    return {
      id: user.id,
      userName: user.email,
      emailAddress: user.email,
      userType: 'owner' as const,
      headPortrait: null,
      tgContact: user.messengerContact,
      charNum: balance?.remaining ?? 0,
      portNum: 0,
      privilegesCode: '*',
      setMealCode: 'MIAN_FEI_ROOT',
      vipEndTime: null,
    };
  });
  mount(contract.operatorInfo, async ({ caller }) => {
    const user = found(await findUserById(deps.database, caller.userId), 'auth.required');
    return { id: user.id, emailAddress: user.email };
  });
}
