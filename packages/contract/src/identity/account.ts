/** The owner's own account: password, e-mail address, profile, quick login, menu. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { codePoints, id, nameText, time } from '../values.ts';
import { codePurpose, emailAddress, newPassword, sixDigitCode, tokens } from './endpoints.ts';

/** The documents accepted on registration, each identified by its effective date. */
export const agreementVersions = { service: '2025-08-02', privacy: '2023-01-01' } as const;

type Passwords = { password: string; confirm: string };
const confirmed = (form: Passwords) => form.password === form.confirm;
const mismatch = { path: ['confirm'], params: { rule: 'password-mismatch' } };

export const forgotPasswordForm = z
  .strictObject({
    email: emailAddress,
    code: sixDigitCode,
    password: newPassword,
    confirm: z.string().max(128),
  })
  .refine(confirmed, mismatch);

export const forgotPassword = endpoint({
  method: 'POST',
  path: '/api/user/fotgetPassword',
  audience: ['public'],
  summary:
    'Sets a new password with a mailed code, and ends every session of the account. An unknown address is answered like a wrong code.',
  body: forgotPasswordForm,
  answer: z.null(),
  errors: ['identity.wrong-code', 'identity.common-password'],
  rateLimit: { max: 20, windowSeconds: 600, per: 'address' },
  audit: ['password.reset', 'password.refused'],
});

export const updatePasswordForm = z
  .strictObject({
    oldPassword: z.string().min(1).max(128),
    password: newPassword,
    confirm: z.string().max(128),
  })
  .refine(confirmed, mismatch);

export const updatePassword = endpoint({
  method: 'POST',
  path: '/api/user/updatePassword',
  audience: ['console', 'operator'],
  summary: 'Changes the password, and ends every session opened with the old one except the caller’s.',
  body: updatePasswordForm,
  answer: z.null(),
  errors: [
    'identity.wrong-password',
    'identity.common-password',
    'identity.same-password',
    'identity.operator-password-short',
  ],
  beforePasswordChange: true,
  rateLimit: { max: 20, windowSeconds: 600, per: 'session' },
  audit: ['password.changed', 'password.refused'],
});

export const verifyEmail = endpoint({
  method: 'GET',
  path: '/api/user/verifyEmail',
  audience: ['public'],
  summary: 'Checks a code. The check counts as one of the code’s five attempts, and doesn’t use the code up.',
  query: z.strictObject({ email: emailAddress, purpose: codePurpose, code: sixDigitCode }),
  answer: z.object({ valid: z.boolean() }),
  rateLimit: { max: 20, windowSeconds: 600, per: 'address' },
  stores: true,
});

export const updateUserBindEmail = endpoint({
  method: 'POST',
  path: '/api/user/updateUserBindEmail',
  audience: ['console'],
  summary:
    'Changes the account’s e-mail address, with its password and the code mailed to the new address (purpose bind-email), and ends every other session. An address already in use is answered like a wrong code.',
  body: z.strictObject({
    oldEmail: emailAddress,
    newEmail: emailAddress,
    code: sixDigitCode,
    password: z.string().min(1).max(128),
  }),
  answer: z.null(),
  errors: ['identity.wrong-code', 'identity.wrong-email', 'identity.wrong-password'],
  rateLimit: { max: 20, windowSeconds: 600, per: 'session' },
  audit: ['email.changed', 'password.refused'],
});

/** Returns the schema of an optional text: trimmed, without control characters except line breaks, which require `lines`. */
function optionalText(max: number, { lines = false } = {}) {
  const unprintable = lines
    ? /[^\P{Cc}\n]|[\p{Cs}\u202A-\u202E\u2066-\u2069]/u
    : /[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]/u;
  return z
    .string()
    .transform((text) => text.replaceAll('\r\n', '\n').trim())
    .refine((text) => codePoints(text) <= max, { params: { rule: 'too-long', max } })
    .refine((text) => !unprintable.test(text), { params: { rule: 'unprintable' } });
}

const regionNames = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });

/** ISO 3166-1 alpha-2, or empty. The list of countries comes from the platform's locale data. */
export const countryCode = z
  .string()
  .refine(
    (code) => code === '' || (/^[A-Z]{2}$/.test(code) && code !== 'ZZ' && regionNames.of(code) !== undefined),
  );

/** Digits with an optional plus and the usual separators; or empty. */
const phoneNumber = z
  .string()
  .trim()
  .regex(/^(\+?[0-9][0-9 ()./-]{3,28}[0-9])?$/);

export const profileForm = z.strictObject({
  /** The version that was read; if it has changed since, answers `resource.stale`. */
  version: z.int32().min(0),
  nickname: nameText(50),
  country: countryCode,
  area: optionalText(100),
  address: optionalText(200),
  introduction: optionalText(200, { lines: true }),
  phone: phoneNumber,
  tgContact: nameText(64),
  /** An uploaded picture of this workspace (purpose avatar); null removes it, absent keeps it. */
  avatarFileId: id.nullable().optional(),
});
export type ProfileForm = z.output<typeof profileForm>;

export const certificationStatus = z.enum(['none', 'reviewing', 'passed', 'rejected']);

export const profile = z.object({
  id,
  /** The twelve-digit number by which people identify themselves to customer service. */
  accountId: z.string(),
  email: z.string(),
  /** Empty until one is chosen. */
  nickname: z.string(),
  country: z.string(),
  area: z.string(),
  address: z.string(),
  introduction: z.string(),
  phone: z.string(),
  tgContact: z.string(),
  /** The address of the picture; null: none. */
  avatar: z.string().nullable(),
  registeredAt: time,
  certification: z.object({ status: certificationStatus, reason: z.string().nullable() }),
  version: z.int32(),
});
export type Profile = z.output<typeof profile>;

export const getProfile = endpoint({
  method: 'GET',
  path: '/api/user/profile',
  audience: ['console'],
  summary: 'The logged-in owner’s profile.',
  answer: profile,
});

export const updateProfile = endpoint({
  method: 'PUT',
  path: '/api/user/update',
  audience: ['console'],
  summary: 'Saves the complete profile form. An avatar that isn’t this workspace’s upload is 404.',
  body: profileForm,
  answer: profile,
  errors: ['resource.stale', 'resource.not-found'],
  audit: 'profile.changed',
});

const menuFields = {
  path: z.string(),
  name: z.string(),
  meta: z.object({
    /** The label's key in the console's locales. */
    locale: z.string(),
    requiresAuth: z.boolean(),
    icon: z.string().optional(),
    order: z.number().optional(),
    roles: z.array(z.string()).optional(),
    hideInMenu: z.boolean().optional(),
  }),
};
// Three levels, as the console shows: a recursive schema is more than readers of OpenAPI support.
const menuLeaf = z.object(menuFields);
const menuBranch = z.object({ ...menuFields, children: z.array(menuLeaf).optional() });
export const menuEntry = z.object({ ...menuFields, children: z.array(menuBranch).optional() });
export type MenuEntry = z.output<typeof menuEntry>;

export const userMenu = endpoint({
  method: 'POST',
  path: '/api/user/menu',
  audience: ['console'],
  summary: 'The menu from the server, for consoles configured to use it.',
  answer: z.object({ list: z.array(menuEntry) }),
  allowedInDemo: true,
  audit: { none: 'Reads.' },
});

export const createQuickLogInCode = endpoint({
  method: 'POST',
  path: '/api/user/quickLogin/code',
  audience: ['console'],
  summary: 'Creates a code that opens one more session of this account, once, within 60 s.',
  answer: z.object({ code: z.string(), expiresAt: time }),
  rateLimit: { max: 20, windowSeconds: 60, per: 'session' },
  allowedInDemo: true,
  audit: 'login.handed-over',
});

export const quickLogIn = endpoint({
  method: 'POST',
  path: '/api/user/quickLogin',
  audience: ['public'],
  summary: 'Exchanges a quick login code for tokens. Used, expired and unknown codes get the same answer.',
  body: z.strictObject({ code: z.string().min(1).max(200) }),
  answer: tokens,
  errors: ['identity.wrong-code', 'identity.second-step'],
  rateLimit: { max: 20, windowSeconds: 60, per: 'address' },
  allowedInDemo: true,
  audit: ['login.succeeded', 'login.refused'],
});

export const setGuideState = endpoint({
  method: 'POST',
  path: '/api/user/guide',
  audience: ['console'],
  summary: 'Saves whether the guided tour is completed, for all browsers of this account.',
  body: z.strictObject({ state: z.boolean() }),
  answer: z.null(),
  audit: { none: 'Remembers whether the guided tour was seen.' },
});
