import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { updateIsolationProfile } from './endpoints.ts';

const form = {
  socialAccountId: randomUUID(),
  version: 0,
  userAgent: 'My own browser',
  languages: ['es-MX'],
  timeZone: 'America/Mexico_City',
  screen: { width: 1366, height: 768, pixelRatio: 1.1 },
  webRtc: 'off',
  canvasNoise: null,
  audioNoise: 7,
};
/** Returns the fields that are refused with these changes. */
const refusedBy = (changes: object) =>
  updateIsolationProfile.body
    .safeParse({ ...form, ...changes })
    .error?.issues.map(({ path }) => path.join('.'));

it.each([
  ['no language', { languages: [] }, 'languages'],
  ['a language that is none', { languages: ['es_MX'] }, 'languages.0'],
  ['a header in the user agent', { userAgent: 'x\r\nSet-Cookie: y' }, 'userAgent'],
  ['a screen that is none', { screen: { width: 0, height: 1080, pixelRatio: 1 } }, 'screen.width'],
  ['a seed that is none', { canvasNoise: 0 }, 'canvasNoise'],
])('a profile form refuses %s', (_, changes, field) => {
  expect(refusedBy({})).toBeUndefined();
  expect(refusedBy(changes)).toEqual([field]);
});

it('a profile form trims the user agent', () => {
  const { userAgent } = updateIsolationProfile.body.parse({ ...form, userAgent: '  My own browser  ' });
  expect(userAgent).toBe('My own browser');
});
