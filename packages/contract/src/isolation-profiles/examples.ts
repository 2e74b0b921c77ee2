import { socialAccountId } from '../channels/examples.ts';
import type { ExamplesOf } from '../example.ts';
import type { IsolationProfile } from './endpoints.ts';
import type * as endpoints from './index.ts';

const settings = {
  userAgent:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  languages: ['es-ES', 'es'],
  timeZone: 'Europe/Madrid',
  screen: { width: 1_920, height: 1_080, pixelRatio: 1 },
  webRtc: 'proxy',
  canvasNoise: 482_913,
  audioNoise: null,
} satisfies Partial<IsolationProfile>;
const profile: IsolationProfile = {
  socialAccountId,
  ...settings,
  region: 'ES',
  warnings: [],
  version: 0,
};

export const examples: ExamplesOf<typeof endpoints> = {
  getIsolationProfile: { query: { socialAccountId }, answer: profile },
  updateIsolationProfile: {
    body: { socialAccountId, version: 0, ...settings },
    answer: { ...profile, version: 1 },
  },
  suggestIsolationProfile: { body: { socialAccountId }, answer: profile },
};
