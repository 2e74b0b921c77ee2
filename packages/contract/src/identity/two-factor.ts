/** Two-factor authentication of owners and operators: time-based codes (RFC 6238) and recovery codes. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { time } from '../values.ts';
import { tokens } from './endpoints.ts';

const audience = ['console', 'operator'] as const;
const password = z.string().min(1).max(128);
const guessLimit = { max: 20, windowSeconds: 600, per: 'session' } as const;

/** The code of an authenticator app; spaces between the digits are ignored. */
const authenticatorCode = z
  .string()
  .max(20)
  .transform((text) => text.replace(/\s/g, ''))
  .pipe(z.string().regex(/^\d{6}$/));

/** A code of the authenticator app, or a recovery code such as `k3p9m-x7ab2`. */
const secondFactor = z
  .string()
  .max(30)
  .transform((text) => text.replace(/\s/g, '').toLowerCase())
  .pipe(z.string().regex(/^(\d{6}|[a-z0-9]{5}-?[a-z0-9]{5})$/));

export const logInSecondStep = endpoint({
  method: 'POST',
  path: '/api/user/login/secondStep',
  audience: ['public'],
  summary:
    'Completes a login that answered `identity.second-step`, for whichever audience it was started, with the challenge from `details` and a code. A challenge lasts 5 minutes; a code works once.',
  body: z.strictObject({ challenge: z.string().min(1).max(2000), code: secondFactor }),
  answer: tokens,
  errors: ['identity.wrong-code', 'identity.second-step-expired', 'identity.disabled'],
  rateLimit: { max: 20, windowSeconds: 60, per: 'address' },
  allowedInDemo: true,
  audit: ['login.succeeded', 'login.refused'],
});

export const getTwoFactor = endpoint({
  method: 'GET',
  path: '/api/user/twoFactor',
  audience,
  summary: 'Returns whether the caller’s login requires a second factor.',
  answer: z.object({
    /** Null: disabled. */
    enabledAt: time.nullable(),
    /** Recovery codes that have not been used. */
    recoveryCodesLeft: z.int(),
  }),
});

export const setUpTwoFactor = endpoint({
  method: 'POST',
  path: '/api/user/twoFactor/setUp',
  audience,
  summary:
    'Creates a new secret, which takes effect with its first code (`confirmTwoFactor`). A secret that was never confirmed is replaced.',
  body: z.strictObject({ password }),
  answer: z.object({
    /** Base32, for typing it into an authenticator app. */
    secret: z.string(),
    /** `otpauth://…`, for a QR code. */
    uri: z.string(),
  }),
  errors: ['identity.wrong-password', 'two-factor.already-on'],
  rateLimit: guessLimit,
  audit: 'password.refused',
});

const recoveryCodes = z.object({
  /** Shown only here; each can be used once. */
  recoveryCodes: z.array(z.string()),
});

export const confirmTwoFactor = endpoint({
  method: 'POST',
  path: '/api/user/twoFactor/confirm',
  audience,
  summary: 'Enables two-factor authentication with the first code of the secret that was set up.',
  body: z.strictObject({ code: authenticatorCode }),
  answer: recoveryCodes,
  errors: ['identity.wrong-code', 'two-factor.already-on', 'two-factor.not-on'],
  rateLimit: guessLimit,
  audit: 'two-factor.enabled',
});

const passwordAndCode = z.strictObject({ password, code: secondFactor });

export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/api/user/twoFactor/recoveryCodes',
  audience,
  summary: 'Creates new recovery codes; the old ones become invalid.',
  body: passwordAndCode,
  answer: recoveryCodes,
  errors: ['identity.wrong-password', 'identity.wrong-code', 'two-factor.not-on'],
  rateLimit: guessLimit,
  audit: ['two-factor.codes-renewed', 'password.refused'],
});

export const disableTwoFactor = endpoint({
  method: 'POST',
  path: '/api/user/twoFactor/disable',
  audience,
  summary: 'Disables two-factor authentication, and deletes its secret and recovery codes.',
  body: passwordAndCode,
  answer: z.null(),
  errors: ['identity.wrong-password', 'identity.wrong-code', 'two-factor.not-on'],
  rateLimit: guessLimit,
  audit: ['two-factor.disabled', 'password.refused'],
});
