import { z } from 'zod';
import { timeZoneName } from '../catalogues/time-zones.ts';
import { endpoint } from '../endpoint.ts';
import { nameText, time } from '../values.ts';
import { workspaceCalendar } from '../workspaces/endpoints.ts';

export const emailAddress = z.string().trim().toLowerCase().max(254).pipe(z.email());

/**
 * At least 8 characters with digits, upper and lower case and no spaces. The server also refuses the most common passwords
 * (`identity.common-password`), and an operator's with fewer than `operatorPasswordMin` characters.
 */
export const newPassword = z
  .string()
  .min(8, { error: 'password-weak' })
  .max(128)
  .refine((text) => /\d/.test(text) && /\p{Lu}/u.test(text) && /\p{Ll}/u.test(text) && !/\s/u.test(text), {
    params: { rule: 'password-weak' },
  });

/** Minimum length of the operator's new password. */
export const operatorPasswordMin = 12;

/** A password entered at login isn't checked against the current rules, which would lock out old accounts. */
const givenPassword = z.string().min(1).max(128);

export const tokens = z.object({
  accessToken: z.string(),
  refreshToken: z.string(),
  /** The time at which the access token expires. */
  expiresAt: time,
});
export type Tokens = z.output<typeof tokens>;

const logInBody = z.strictObject({ username: z.string().trim().min(1).max(254), password: givenPassword });
const logInLimit = { max: 20, windowSeconds: 60, per: 'address' } as const;

export const logIn = endpoint({
  method: 'POST',
  path: '/api/user/login',
  audience: ['public'],
  summary: 'Logs the owner in to the console. A sub-account is refused with a pointer to the desk (403).',
  body: logInBody,
  answer: tokens,
  errors: [
    'identity.wrong-credentials',
    'identity.not-for-console',
    'identity.disabled',
    'identity.second-step',
  ],
  rateLimit: logInLimit,
  allowedInDemo: true,
  audit: ['login.succeeded', 'login.refused'],
});

export const deskLogIn = endpoint({
  method: 'POST',
  path: '/api/desk/login',
  audience: ['public'],
  summary: 'Logs a sub-account in to the desk. The owner’s credentials enter the default sub-account.',
  body: logInBody,
  answer: tokens,
  errors: ['identity.wrong-credentials', 'identity.disabled', 'identity.second-step'],
  rateLimit: logInLimit,
  allowedInDemo: true,
  audit: ['login.succeeded', 'login.refused'],
});

export const operatorLogIn = endpoint({
  method: 'POST',
  path: '/api/operator/login',
  audience: ['public'],
  summary: 'Logs the operator of this installation in.',
  body: logInBody,
  answer: tokens,
  errors: ['identity.wrong-credentials', 'identity.second-step'],
  rateLimit: logInLimit,
  allowedInDemo: true,
  audit: ['login.succeeded', 'login.refused'],
});

export const refreshToken = endpoint({
  method: 'POST',
  path: '/api/system/auth/refresh-token',
  audience: ['public'],
  summary:
    'Exchanges a refresh token for its successor. Using the same token again within 10 s returns the same successor; later reuse ends the whole session family.',
  query: z.strictObject({ refreshToken: z.string().min(1).max(200) }),
  answer: tokens,
  errors: ['identity.invalid-refresh-token', 'identity.expired-refresh-token'],
  rateLimit: { max: 120, windowSeconds: 60, per: 'address' },
  allowedInDemo: true,
  audit: 'session.ended',
});

export const logOut = endpoint({
  method: 'POST',
  path: '/api/user/logout',
  audience: ['console', 'desk', 'operator'],
  summary: 'Ends this session family: its refresh tokens and, immediately, its access tokens.',
  answer: z.null(),
  allowedInDemo: true,
  audit: 'session.ended',
  beforePasswordChange: true,
});

/** The purpose of a mailed code, which is valid for nothing else. */
export const codePurpose = z.enum(['register', 'forgot-password', 'bind-email']);
export type CodePurpose = z.output<typeof codePurpose>;
export const sixDigitCode = z.string().regex(/^\d{6}$/);

const codeRequest = z.strictObject({ email: emailAddress, purpose: codePurpose });
const codeRequested = {
  answer: z.object({
    /** Seconds until another code may be requested. */
    resendAfter: z.int(),
  }),
  errors: ['identity.code-too-soon', 'identity.registration-closed'],
  rateLimit: { max: 30, windowSeconds: 600, per: 'address' },
} as const;

export const requestVerificationCode = endpoint({
  method: 'POST',
  path: '/api/user/getUserVerificationCode',
  audience: ['public'],
  summary:
    'Mails a six-digit code. The answer is the same whether or not the address is known; a code is valid for 10 minutes and 5 attempts.',
  body: codeRequest,
  ...codeRequested,
  audit: { none: 'A code opens nothing on its own; what it is used for is recorded.' },
});

export const getVerificationCode = endpoint({
  method: 'GET',
  path: '/api/user/getUserVerificationCode',
  audience: ['public'],
  summary: 'Same as the POST, for older clients. Requests sent by a browser from another site are refused.',
  query: codeRequest,
  ...codeRequested,
  stores: true,
});

export const registrationForm = z
  .strictObject({
    email: emailAddress,
    code: sixDigitCode,
    password: newPassword,
    confirm: z.string().max(128),
    /** A handle on a messaging app, for the operator's customer service. */
    tgContact: nameText(64),
    agreement: z.literal(true),
    /** The workspace's time zone; default: `defaultTimeZone`. */
    timeZone: timeZoneName.optional(),
  })
  .refine((form) => form.password === form.confirm, {
    path: ['confirm'],
    params: { rule: 'password-mismatch' },
  });

export const register = endpoint({
  method: 'POST',
  path: '/api/user/register',
  audience: ['public'],
  summary:
    'Creates a workspace and its owner, and logs in. An address already in use is answered like a wrong code.',
  body: registrationForm,
  answer: tokens,
  errors: ['identity.wrong-code', 'identity.registration-closed', 'identity.common-password'],
  rateLimit: { max: 20, windowSeconds: 600, per: 'address' },
  audit: ['account.registered', 'login.succeeded'],
});

const packageCode = z.object({ code: z.string() });

const userInfo = z.object({
  id: z.string(),
  /** The nickname, or the e-mail address until there is one. */
  userName: z.string(),
  emailAddress: z.string(),
  userType: z.literal('owner'),
  /** The avatar's address. */
  headPortrait: z.string().nullable(),
  tgContact: z.string().nullable(),
  /** Characters that the owner can still allocate or spend. */
  charNum: z.int(),
  portNum: z.int(),
  /** True if a social account of the workspace is online. */
  isPortOnline: z.boolean(),
  /** The role: permission codes, comma-separated. */
  privilegesCode: z.string(),
  setMealCode: z.string(),
  /** The current package, its family, and, on the free one, the last package that was paid for. */
  setMealDO: packageCode,
  psetMealDO: packageCode,
  poldSetMealCode: z.string().nullable(),
  vipEndTime: time.nullable(),
  /** Codes of packages that this user can't buy again. */
  buyLimitSetMeal: z.array(z.string()),
  /** The promotion balance in USD, a decimal string. */
  amount: z.string(),
  /** The rewards for an invited user: in USD for the first paid order, in per cent for each later one; decimal strings. */
  firstRebateRate: z.string(),
  rebateRate: z.string(),
  /** True if this user may enter the desk and create sub-accounts. */
  isLoginSubAccount: z.boolean(),
  isCreateSubAccount: z.boolean(),
  /** True if the guided tour is completed. */
  guideState: z.boolean(),
  /** The calendar for days and date filters. */
  calendar: workspaceCalendar,
});
export const getLoginUserInfo = endpoint({
  method: 'GET',
  path: '/api/user/getLoginUserInfo',
  audience: ['console'],
  summary: 'The logged-in owner, with what the console’s shell needs.',
  answer: userInfo,
});

export const operatorInfo = endpoint({
  method: 'GET',
  path: '/api/operator/me',
  audience: ['operator'],
  summary: 'The logged-in operator.',
  answer: z.object({
    id: z.string(),
    emailAddress: z.string(),
    /** True if the password was generated by the server: no other endpoint answers until it is changed. */
    passwordMustChange: z.boolean(),
  }),
  beforePasswordChange: true,
});
