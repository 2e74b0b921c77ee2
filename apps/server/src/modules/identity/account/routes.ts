import type { InterfaceLanguage } from '@parley/contract';
import * as identityApi from '@parley/contract/identity';
import { addressKey } from '../../../base/http/address.ts';
import type { Mount } from '../../../base/http/mount.ts';
import type { TenantId } from '../../../base/ids.ts';
import { brandOf } from '../../settings/index.ts';
import { type OriginRequest, requestSourceOf } from '../guessing/address.ts';
import type { IdentityDeps } from '../service.ts';
import { isCodeValid } from '../verification-codes.ts';
import { type CredentialRequest, changeEmail, changePassword, resetPassword } from './credentials.ts';
import { serverMenu } from './menu.ts';
import { readProfile, saveProfile } from './profile.ts';
import { createQuickCode, exchangeQuickCode } from './quick-log-in.ts';
import { setTourDone } from './store.ts';
import { readUserInfo } from './user-info.ts';

export function registerRoutes(mount: Mount, deps: IdentityDeps): void {
  mount(identityApi.forgotPassword, async ({ body, ...from }) => {
    await resetPassword(deps, body, await credentialRequestOf(deps, from));
    return null;
  });
  mount(identityApi.updatePassword, async ({ caller, body, ...from }) => {
    await changePassword(deps, caller, body, await credentialRequestOf(deps, from));
    return null;
  });
  mount(identityApi.updateUserBindEmail, async ({ caller, body, ...from }) => {
    await changeEmail(deps, caller, body, await credentialRequestOf(deps, from));
    return null;
  });
  mount(identityApi.verifyEmail, async ({ query, tenantId, request }) => ({
    valid: await isCodeValid(deps, { ...query, tenantId, address: addressKey(request) }),
  }));
  mount(identityApi.getProfile, ({ caller }) => readProfile(deps, caller));
  mount(identityApi.updateProfile, ({ caller, body, origin }) => saveProfile(deps, caller, body, origin));
  mount(identityApi.userMenu, async () => ({ list: serverMenu }));
  mount(identityApi.createQuickLogInCode, ({ caller, origin }) => createQuickCode(deps, caller, origin));
  mount(identityApi.quickLogIn, ({ body, ...from }) =>
    exchangeQuickCode(deps, body.code, requestSourceOf(from)),
  );
  mount(identityApi.getLoginUserInfo, ({ caller }) => readUserInfo(deps, caller));
  mount(identityApi.setGuideState, async ({ caller, body }) => {
    await setTourDone(deps.database, caller.userId, body.state);
    return null;
  });
}

/** Returns the source of a request and the form of mails to its sender. */
export async function credentialRequestOf(
  deps: IdentityDeps,
  at: { request: OriginRequest; tenantId: TenantId | null; language: InterfaceLanguage },
): Promise<CredentialRequest> {
  const { name: brand } = await brandOf(deps, at.tenantId);
  return { ...requestSourceOf(at), language: at.language, brand };
}
