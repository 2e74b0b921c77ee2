import { type ExamplesOf, exampleId, exampleTime } from '../example.ts';
import { fileId } from '../files/examples.ts';
import { agent, subAccountId } from '../sub-accounts/examples.ts';
import type { Profile } from './account.ts';
import type { Certification, CertificationForm } from './certification.ts';
import type { Tokens } from './endpoints.ts';
import type * as endpoints from './index.ts';

export const userId = exampleId('user');
export const workspaceId = exampleId('workspace');
export const loginSessionId = exampleId('login-session');
export const ownerEmail = 'ana.owner@example.com';

const email = 'somebody@example.com';
const password = 'Lantern42';
const code = '123456';
const chosen = { password, confirm: password };
const logIn = { username: email, password };

const tokens: Tokens = {
  accessToken: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIwMTk4In0.c2lnbmF0dXJl',
  refreshToken: 'kO2c0m4t9Zr7YpQe',
  expiresAt: exampleTime(30),
};

const aboutOwner = {
  nickname: 'Ana',
  country: 'ES',
  area: 'Galicia',
  address: 'Rúa Nova 1',
  introduction: 'Shoes.',
  phone: '+34 600 000 000',
  tgContact: '@ana',
};
const profile: Profile = {
  id: userId,
  accountId: '482913750264',
  email,
  ...aboutOwner,
  avatar: `/api/files/${fileId}`,
  registeredAt: exampleTime(-9_000),
  certification: { status: 'none', reason: null },
  version: 0,
};

const certificationForm: CertificationForm = {
  kind: 'enterprise',
  enterpriseName: 'Calzados Rúa Nova',
  registrationNumber: 'B-15000000',
  contactName: 'Ana',
  documentFileIds: [fileId],
};
const reviewing: Certification = {
  status: 'reviewing',
  reason: null,
  form: certificationForm,
  submittedAt: exampleTime(-90),
  decidedAt: null,
  version: 1,
};
const handedIn = { workspaceId, email, ...reviewing };

const recoveryCodes = { recoveryCodes: ['k3p9m-x7ab2', 'q8w2e-r5ty1'] };
const passwordAndCode = { password, code };

export const examples: ExamplesOf<typeof endpoints> = {
  logIn: { body: logIn, answer: tokens },
  deskLogIn: { body: { username: agent.accountName, password }, answer: tokens },
  operatorLogIn: { body: { username: 'operator@example.com', password }, answer: tokens },
  refreshToken: { query: { refreshToken: tokens.refreshToken }, answer: tokens },
  logOut: { answer: null },
  requestVerificationCode: { body: { email, purpose: 'register' }, answer: { resendAfter: 60 } },
  getVerificationCode: { query: { email, purpose: 'register' }, answer: { resendAfter: 60 } },
  register: {
    body: { email, code, ...chosen, tgContact: '@ana', agreement: true, timeZone: 'Europe/Madrid' },
    answer: tokens,
  },
  getLoginUserInfo: {
    answer: {
      id: userId,
      userName: 'Ana',
      emailAddress: email,
      userType: 'owner',
      headPortrait: null,
      tgContact: '@ana',
      charNum: 940_000,
      portNum: 10,
      isPortOnline: true,
      privilegesCode: 'owner',
      setMealCode: 'free',
      setMealDO: { code: 'free' },
      psetMealDO: { code: 'free' },
      poldSetMealCode: null,
      vipEndTime: null,
      buyLimitSetMeal: [],
      amount: '0.00',
      firstRebateRate: '5',
      rebateRate: '10',
      isLoginSubAccount: true,
      isCreateSubAccount: true,
      guideState: true,
      calendar: { timeZone: 'Europe/Madrid', firstDay: null },
    },
  },
  operatorInfo: {
    answer: { id: exampleId('operator'), emailAddress: 'operator@example.com', passwordMustChange: false },
  },
  forgotPassword: { body: { email, code, ...chosen }, answer: null },
  updatePassword: { body: { oldPassword: password, ...chosen }, answer: null },
  verifyEmail: { query: { email, purpose: 'register', code }, answer: { valid: true } },
  updateUserBindEmail: {
    body: { oldEmail: email, newEmail: 'ana@example.com', code, password },
    answer: null,
  },
  getProfile: { answer: profile },
  updateProfile: {
    body: { version: 0, ...aboutOwner, avatarFileId: fileId },
    answer: { ...profile, version: 1 },
  },
  userMenu: {
    answer: {
      list: [
        {
          path: '/workplace',
          name: 'workplace',
          meta: { locale: 'menu.workplace', requiresAuth: true, order: 1 },
          children: [
            { path: '/workplace/home', name: 'home', meta: { locale: 'menu.home', requiresAuth: true } },
          ],
        },
      ],
    },
  },
  createQuickLogInCode: { answer: { code: 'mY5Jwb2uN0', expiresAt: exampleTime(1) } },
  quickLogIn: { body: { code: 'mY5Jwb2uN0' }, answer: tokens },
  setGuideState: { body: { state: true }, answer: null },
  getCertification: { answer: reviewing },
  submitCertification: { body: certificationForm, answer: reviewing },
  withdrawCertification: {
    answer: { ...reviewing, status: 'none', form: null, submittedAt: null, version: 2 },
  },
  certificationPage: {
    query: { pageNo: 1, pageSize: 20, status: 'reviewing', sort: 'submittedAt.asc' },
    answer: { list: [handedIn], total: 1 },
  },
  decideCertification: {
    body: { workspaceId, version: 1, decision: 'reject', reason: 'The document is unreadable.' },
    answer: { ...handedIn, status: 'rejected', reason: 'The document is unreadable.', version: 2 },
  },
  loginSessionPage: {
    query: { pageNo: 1, pageSize: 20, scope: 'sub-accounts' },
    answer: {
      list: [
        {
          id: loginSessionId,
          place: 'desk',
          subAccount: {
            id: subAccountId,
            accountName: agent.accountName,
            remark: agent.subAccountRemark,
            isDefault: false,
          },
          userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0',
          address: '203.0.113.9',
          createdAt: exampleTime(-400),
          lastActiveAt: exampleTime(-2),
          expiresAt: exampleTime(40_000),
          current: false,
        },
      ],
      total: 1,
    },
  },
  endLoginSession: { params: { loginSessionId }, answer: null },
  logOutEverywhere: { answer: { ended: 3 } },
  logInSecondStep: { body: { challenge: 'b2uN0mY5Jw', code }, answer: tokens },
  getTwoFactor: { answer: { enabledAt: exampleTime(-800), recoveryCodesLeft: 8 } },
  setUpTwoFactor: {
    body: { password },
    answer: {
      secret: 'JBSWY3DPEHPK3PXP',
      uri: 'otpauth://totp/Parley:somebody%40example.com?secret=JBSWY3DPEHPK3PXP&issuer=Parley',
    },
  },
  confirmTwoFactor: { body: { code }, answer: recoveryCodes },
  renewRecoveryCodes: { body: passwordAndCode, answer: recoveryCodes },
  disableTwoFactor: { body: passwordAndCode, answer: null },
};
