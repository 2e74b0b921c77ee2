/** The owner's account in the fixture API: profile, password, e-mail address, certification and uploads. */
import * as identityApi from '@parley/contract/identity';
import { FixtureRefusal, type Route, route } from '../../../lib/testing/route.ts';
import { sampleId, sampleTime } from '../../../lib/testing/samples.ts';
import { uploadRoutes } from '../../../lib/testing/uploads.ts';

export type AccountWorld = {
  profile: identityApi.Profile;
  certification: identityApi.Certification;
  password: string;
  security: { enabledAt: number | null; recoveryCodes: string[]; sessions: identityApi.LoginSession[] };
  /** A counter for file ids. */
  files: number;
};

const rightCode = '123456';

const noSubmission: identityApi.Certification = {
  status: 'none',
  reason: null,
  form: null,
  submittedAt: null,
  decidedAt: null,
  version: 0,
};

export function freshAccount(): AccountWorld {
  return {
    profile: {
      id: sampleId(9, 1),
      accountId: '204815162342',
      email: 'owner@example.com',
      nickname: '',
      country: '',
      area: '',
      address: '',
      introduction: '',
      phone: '',
      tgContact: '@owner',
      avatar: null,
      registeredAt: sampleTime,
      version: 1,
      certification: { status: 'none', reason: null },
    },
    certification: noSubmission,
    password: 'Secret1',
    security: {
      enabledAt: null,
      recoveryCodes: [],
      sessions: [
        someSession({ current: true }),
        someSession({ id: sampleId(17, 2), address: '203.0.113.7' }),
      ],
    },
    files: 0,
  };
}

function someSession(given: Partial<identityApi.LoginSession> = {}): identityApi.LoginSession {
  return {
    id: sampleId(17, 1),
    place: 'console',
    subAccount: null,
    address: '127.0.0.1',
    current: false,
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    createdAt: sampleTime,
    lastActiveAt: sampleTime,
    expiresAt: sampleTime + 90 * 86_400_000,
    ...given,
  };
}

/** Returns an account with all fields filled in with long words in several scripts. */
export function settledAccount(): AccountWorld {
  const fresh = freshAccount();
  const form: identityApi.CertificationForm = {
    kind: 'enterprise',
    enterpriseName: '上海远航贸易有限公司',
    registrationNumber: '91310000MA1K4X7Q2B',
    contactName: 'María Fernández',
    documentFileIds: [sampleId(8, 1), sampleId(8, 2)],
  };
  return {
    ...fresh,
    profile: {
      ...fresh.profile,
      nickname: 'Far Sail Trading',
      country: 'CN',
      area: '上海市',
      phone: '+86 21 5555 0100',
      address: '浦东新区世纪大道 100 号 32 层',
      introduction: 'We sell jackets and boots in four languages.\nMostly blue ones.',
      certification: { status: 'reviewing', reason: null },
    },
    certification: { ...noSubmission, status: 'reviewing', form, submittedAt: sampleTime, version: 1 },
  };
}

function securityRoutes({ security, password: rightPassword }: AccountWorld): Route[] {
  const renewed = () => {
    security.recoveryCodes = ['k3p9m-x7ab2', 'q8r2t-w4cd5'];
    return { recoveryCodes: security.recoveryCodes };
  };
  const check = ({ password, code }: { password: string; code?: string }) => {
    if (password !== rightPassword) throw new FixtureRefusal('identity.wrong-password');
    if (code !== undefined && code !== rightCode) throw new FixtureRefusal('identity.wrong-code');
  };
  return [
    route(identityApi.getTwoFactor, () => ({
      enabledAt: security.enabledAt,
      recoveryCodesLeft: security.recoveryCodes.length,
    })),
    route(identityApi.setUpTwoFactor, ({ body }) => {
      check(body);
      const secret = 'JBSWY3DPEHPK3PXP';
      return { secret, uri: `otpauth://totp/Parley:owner@example.com?secret=${secret}` };
    }),
    route(identityApi.confirmTwoFactor, ({ body }) => {
      if (body.code !== rightCode) throw new FixtureRefusal('identity.wrong-code');
      security.enabledAt = sampleTime;
      return renewed();
    }),
    route(identityApi.renewRecoveryCodes, ({ body }) => {
      check(body);
      return renewed();
    }),
    route(identityApi.disableTwoFactor, ({ body }) => {
      check(body);
      Object.assign(security, { enabledAt: null, recoveryCodes: [] });
      return null;
    }),
    route(identityApi.loginSessionPage, ({ query }) => {
      const list = security.sessions.filter(
        ({ subAccount }) => (query.scope === 'own') === (subAccount === null),
      );
      return { list, total: list.length };
    }),
    route(identityApi.endLoginSession, ({ params }) => {
      security.sessions = security.sessions.filter(({ id }) => id !== params.loginSessionId);
      return null;
    }),
    route(identityApi.logOutEverywhere, () => ({ ended: security.sessions.splice(0).length })),
  ];
}

function profileRoutes(account: AccountWorld): Route[] {
  return [
    route(identityApi.getProfile, () => account.profile),
    ...securityRoutes(account),
    route(identityApi.updateProfile, ({ body: { version, avatarFileId, ...form } }) => {
      if (version !== account.profile.version) throw new FixtureRefusal('resource.stale');
      const { avatar } = account.profile;
      account.profile = {
        ...account.profile,
        ...form,
        avatar: avatarFileId === undefined ? avatar : avatarFileId && `/api/files/${avatarFileId}`,
        version: version + 1,
      };
      return account.profile;
    }),
    route(identityApi.forgotPassword, ({ body }) => {
      if (body.code !== rightCode || body.email !== account.profile.email)
        throw new FixtureRefusal('identity.wrong-code');
      account.password = body.password;
      return null;
    }),
    route(identityApi.updatePassword, ({ body }) => {
      if (body.oldPassword !== account.password) throw new FixtureRefusal('identity.wrong-password');
      account.password = body.password;
      return null;
    }),
    route(identityApi.updateUserBindEmail, ({ body }) => {
      if (body.oldEmail !== account.profile.email) throw new FixtureRefusal('identity.wrong-email');
      if (body.password !== account.password) throw new FixtureRefusal('identity.wrong-password');
      if (body.code !== rightCode) throw new FixtureRefusal('identity.wrong-code');
      account.profile = { ...account.profile, email: body.newEmail };
      return null;
    }),
  ];
}

function certificationRoutes(account: AccountWorld): Route[] {
  const become = (next: Partial<identityApi.Certification>) => {
    account.certification = {
      ...account.certification,
      ...next,
      version: account.certification.version + 1,
    };
    const { status, reason } = account.certification;
    account.profile = { ...account.profile, certification: { status, reason } };
    return account.certification;
  };
  const isHeld = () => ['reviewing', 'passed'].includes(account.certification.status);
  return [
    route(identityApi.getCertification, () => account.certification),
    route(identityApi.submitCertification, ({ body }) => {
      if (isHeld()) throw new FixtureRefusal('certification.wrong-state');
      return become({ status: 'reviewing', reason: null, form: body, submittedAt: sampleTime });
    }),
    route(identityApi.withdrawCertification, () => {
      if (!isHeld()) throw new FixtureRefusal('certification.wrong-state');
      return become({ ...noSubmission });
    }),
  ];
}

export function accountRoutes(account: AccountWorld): Route[] {
  return [...profileRoutes(account), ...certificationRoutes(account), ...uploadRoutes(account)];
}
