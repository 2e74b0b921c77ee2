import * as contract from '@parley/contract';
import type { Mount } from '../../../base/http/mount.ts';
import { fromOf } from '../account/routes.ts';
import { completeLogIn, type IdentityDeps } from '../service.ts';
import { confirm, disable, readTwoFactor, renewCodes, setUp } from './service.ts';

export function registerRoutes(mount: Mount, deps: IdentityDeps): void {
  mount(contract.logInSecondStep, async ({ body, ...from }) =>
    completeLogIn(deps, body, await fromOf(deps, from)),
  );
  mount(contract.getTwoFactor, ({ caller }) => readTwoFactor(deps, caller.userId));
  mount(contract.setUpTwoFactor, async ({ caller, body, ...from }) =>
    setUp(deps, caller.userId, body.password, await fromOf(deps, from)),
  );
  mount(contract.confirmTwoFactor, async ({ caller, body, ...from }) =>
    confirm(deps, caller, body.code, await fromOf(deps, from)),
  );
  mount(contract.renewRecoveryCodes, async ({ caller, body, ...from }) =>
    renewCodes(deps, caller, body, await fromOf(deps, from)),
  );
  mount(contract.disableTwoFactor, async ({ caller, body, ...from }) => {
    await disable(deps, caller, body, await fromOf(deps, from));
    return null;
  });
}
