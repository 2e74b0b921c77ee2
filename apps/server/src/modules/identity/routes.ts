import type * as contract from '@parley/contract';
import * as identityApi from '@parley/contract/identity';
import { type AddressedRequest, addressKey } from '../../base/http/address.ts';
import { assertFound } from '../../base/http/app-error.ts';
import type { Mount } from '../../base/http/mount.ts';
import { originOf } from '../../base/http/origin.ts';
import type { TenantId } from '../../base/ids.ts';
import type { RealtimeServer } from '../../base/realtime/realtime.ts';
import * as account from './account/routes.ts';
import * as certification from './certification/routes.ts';
import type { CertificationDeps } from './certification/service.ts';
import { requestSourceOf } from './guessing/address.ts';
import * as loginSessions from './login-sessions/routes.ts';
import * as owners from './owners/routes.ts';
import { mailRequestedCode } from './requested-code.ts';
import { type IdentityDeps, logInDesk, logInOperator, logInOwner, register } from './service.ts';
import { findUserById } from './store.ts';
import * as twoFactor from './two-factor/routes.ts';
import { resendMs } from './verification-codes.ts';

export type RoutesDeps = IdentityDeps & CertificationDeps & { realtime: RealtimeServer };

export function registerRoutes(mount: Mount, deps: RoutesDeps): void {
  account.registerRoutes(mount, deps);
  certification.registerRoutes(mount, deps);
  loginSessions.registerRoutes(mount, deps);
  owners.registerRoutes(mount, deps);
  twoFactor.registerRoutes(mount, deps);
  mount(identityApi.logIn, ({ body, ...from }) => logInOwner(deps, { ...body, ...requestSourceOf(from) }));
  mount(identityApi.deskLogIn, ({ body, ...from }) => logInDesk(deps, { ...body, ...requestSourceOf(from) }));
  mount(identityApi.operatorLogIn, ({ body, ...from }) =>
    logInOperator(deps, { ...body, ...requestSourceOf(from) }),
  );
  mount(identityApi.refreshToken, ({ query, tenantId, language, request }) =>
    deps.sessions.refresh(query.refreshToken, { tenantId, language, origin: originOf(request) }),
  );
  mount(identityApi.register, ({ body, ...from }) =>
    register(deps, { ...body, ...requestSourceOf(from), language: from.language }),
  );
  mount(identityApi.requestVerificationCode, ({ body, ...from }) => mailCode(deps, body, from));
  mount(identityApi.getVerificationCode, ({ query, ...from }) => mailCode(deps, query, from));
  mount(identityApi.operatorInfo, async ({ caller }) => {
    const user = assertFound(await findUserById(deps.database, caller.userId), 'auth.required');
    const { id, email: emailAddress, passwordMustChange } = user;
    return { id, emailAddress, passwordMustChange };
  });
}

async function mailCode(
  deps: RoutesDeps,
  asked: { email: string; purpose: identityApi.CodePurpose },
  from: { language: contract.InterfaceLanguage; tenantId: TenantId | null; request: AddressedRequest },
): Promise<{ resendAfter: number }> {
  const { language, tenantId, request } = from;
  await mailRequestedCode(deps, asked, { language, tenantId, address: addressKey(request) });
  return { resendAfter: resendMs / 1000 };
}
