import { requestFor } from '../../../testing/world.ts';
import type { WorldPart } from '../../../testing/world-part.ts';

const inAudit = 'modules/identity/audit.db.test.ts';

export const worldPart: WorldPart = {
  audited: {
    // The world's file is announced but not uploaded.
    'identity.updateProfile': (_, { live }) => ({
      body: { ...Object(requestFor('identity.updateProfile', live).body), avatarFileId: null },
    }),
    'identity.logIn': inAudit,
    'identity.deskLogIn': inAudit,
    'identity.operatorLogIn': inAudit,
    'identity.refreshToken': inAudit,
    'identity.logOut': inAudit,
    'identity.register': inAudit,
    'identity.forgotPassword': inAudit,
    'identity.updatePassword': inAudit,
    'identity.updateUserBindEmail': inAudit,
    'identity.quickLogIn': inAudit,
    'identity.createQuickLogInCode': inAudit,
    'identity.submitCertification': inAudit,
    'identity.withdrawCertification': inAudit,
    'identity.decideCertification': inAudit,
    'identity.logInSecondStep': inAudit,
    'identity.setUpTwoFactor': inAudit,
    'identity.confirmTwoFactor': inAudit,
    'identity.renewRecoveryCodes': inAudit,
    'identity.disableTwoFactor': inAudit,
    'identity.endLoginSession': inAudit,
    'identity.logOutEverywhere': inAudit,
    'operator.disableOwner': inAudit,
    'operator.enableOwner': inAudit,
    'operator.resetOwnerTwoFactor': 'modules/identity/owners/service.db.test.ts',
  },
};
