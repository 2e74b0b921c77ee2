import * as contract from '@parley/contract';
import { AppError, found } from '../../base/http/app-error.ts';
import type { Mount } from '../../base/http/mount.ts';
import type { Realtime } from '../../base/realtime/realtime.ts';
import type { AccountDeps } from './account/routes.ts';
import * as account from './account/routes.ts';
import * as certification from './certification/routes.ts';
import type { CertificationDeps } from './certification/service.ts';
import { addressOf, whereaboutsOf } from './guessing/address.ts';
import { logInDesk, logInOperator, logInOwner, register } from './service.ts';
import { endSession, findUserById } from './store.ts';
import { resendMs, sendCode } from './verification-codes.ts';

export type RoutesDeps = AccountDeps & CertificationDeps & { realtime: Realtime };

export function registerRoutes(mount: Mount, deps: RoutesDeps): void {
  account.registerRoutes(mount, deps);
  certification.registerRoutes(mount, deps);
  mount(contract.logIn, ({ body, ...from }) => logInOwner(deps, { ...body, ...whereaboutsOf(from) }));
  mount(contract.deskLogIn, ({ body, ...from }) => logInDesk(deps, { ...body, ...whereaboutsOf(from) }));
  mount(contract.operatorLogIn, ({ body, ...from }) =>
    logInOperator(deps, { ...body, ...whereaboutsOf(from) }),
  );
  mount(contract.refreshToken, ({ query, tenantId }) => deps.sessions.refresh(query.refreshToken, tenantId));
  mount(contract.register, ({ body, ...from }) =>
    register(deps, { ...body, ...whereaboutsOf(from), language: from.language }),
  );
  mount(contract.getVerificationCode, async ({ query, language, tenantId, request }) => {
    await deps.guard.mail(addressOf(request));
    const { name: brand, registrationOpen } = await deps.brandOf(tenantId);
    if (query.purpose === 'register' && !registrationOpen) throw new AppError('identity.registration-closed');
    await sendCode(deps, { ...query, language, tenantId, brand });
    return { resendAfter: resendMs / 1000 };
  });
  mount(contract.logOut, async ({ caller }) => {
    await endSession(deps.database, caller.sessionId, 'logged out');
    deps.realtime.end(caller.sessionId, 'logged-out');
    return null;
  });
  mount(contract.operatorInfo, async ({ caller }) => {
    const user = found(await findUserById(deps.database, caller.userId), 'auth.required');
    return { id: user.id, emailAddress: user.email };
  });
}
