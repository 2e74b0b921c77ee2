/** The device that a social account's web session presents: consistent in itself, and in the region of its proxy's exit. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, nameText } from '../values.ts';

/** proxy: only addresses of the proxy are exposed. off: no WebRTC. real: the machine's own addresses. */
export const webRtcPolicy = z.enum(['proxy', 'off', 'real']);

/** IETF tag as sent by browsers, `es-MX`. */
const browserLanguage = z
  .string()
  .max(35)
  .regex(/^[A-Za-z]{2,3}(-[A-Za-z\d]{2,8})*$/);

const noiseSeed = z.int().min(1).max(4_294_967_295);

const settings = {
  userAgent: nameText(400),
  /** The first one is the language in which pages are shown. */
  languages: z.array(browserLanguage).min(1).max(8),
  /** An IANA time zone name. */
  timeZone: z.string().min(1).max(64),
  screen: z.strictObject({
    width: z.int().min(320).max(7_680),
    height: z.int().min(320).max(4_320),
    pixelRatio: z.number().min(0.5).max(4),
  }),
  webRtc: webRtcPolicy,
  /** The seed of the canvas, or audio, distortion, which is the same each time; null: no distortion. */
  canvasNoise: noiseSeed.nullable(),
  audioNoise: noiseSeed.nullable(),
};

/** Settings that would give the device away. */
const isolationWarning = z.enum([
  'time-zone-not-of-region',
  'language-not-of-region',
  'screen-not-of-device',
  'user-agent-unknown',
  'web-rtc-tells-address',
]);

export const isolationProfile = z.object({
  socialAccountId: id,
  ...settings,
  userAgent: z.string(),
  screen: z.object({ width: z.int(), height: z.int(), pixelRatio: z.number() }),
  /** The country of the proxy's exit, ISO 3166-1 alpha-2; null: unknown, or no proxy. */
  region: z.string().nullable(),
  warnings: z.array(isolationWarning),
  /** 0: never changed. */
  version: z.int32(),
});
export type IsolationProfile = z.output<typeof isolationProfile>;

const which = z.strictObject({ socialAccountId: id });

export const getIsolationProfile = endpoint({
  method: 'GET',
  path: '/api/user/isolationProfile/get',
  audience: ['console'],
  summary: 'A social account’s profile. Every account has one from its creation.',
  query: which,
  answer: isolationProfile,
});

export const updateIsolationProfile = endpoint({
  method: 'PUT',
  path: '/api/user/isolationProfile/update',
  audience: ['console'],
  summary: 'Changes a profile. Inconsistent values are accepted, and reported in `warnings`.',
  body: z.strictObject({ socialAccountId: id, version: z.int32(), ...settings }),
  answer: isolationProfile,
  errors: ['resource.stale'],
  audit: 'isolation-profile.changed',
});

export const suggestIsolationProfile = endpoint({
  method: 'POST',
  path: '/api/user/isolationProfile/suggest',
  audience: ['console'],
  summary: 'Generates a new, consistent device for the region of the account’s proxy exit. Stores nothing.',
  body: which,
  answer: isolationProfile,
  audit: { none: 'Computes and stores nothing.' },
});
