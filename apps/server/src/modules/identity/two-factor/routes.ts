import * as identityApi from '@parley/contract/identity';
import type { Mount } from '../../../base/http/mount.ts';
import { credentialRequestOf } from '../account/routes.ts';
import { completeLogIn, type IdentityDeps } from '../service.ts';
import { confirm, disable, readTwoFactor, renewCodes, setUp } from './service.ts';

export function registerRoutes(mount: Mount, deps: IdentityDeps): void {
  mount(identityApi.logInSecondStep, async ({ body, ...from }) =>
    completeLogIn(deps, body, await credentialRequestOf(deps, from)),
  );
  mount(identityApi.getTwoFactor, ({ caller }) => readTwoFactor(deps, caller.userId));
  mount(identityApi.setUpTwoFactor, async ({ caller, body, ...from }) =>
    setUp(deps, caller.userId, body.password, await credentialRequestOf(deps, from)),
  );
  mount(identityApi.confirmTwoFactor, async ({ caller, body, ...from }) =>
    confirm(deps, caller, body.code, await credentialRequestOf(deps, from)),
  );
  mount(identityApi.renewRecoveryCodes, async ({ caller, body, ...from }) =>
    renewCodes(deps, caller, body, await credentialRequestOf(deps, from)),
  );
  mount(identityApi.disableTwoFactor, async ({ caller, body, ...from }) => {
    await disable(deps, caller, body, await credentialRequestOf(deps, from));
    return null;
  });
}
