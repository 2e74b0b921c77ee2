import { describe, expect, it } from 'vitest';
import { changeFrom, checkedValuesOf, remainingWarnings, valuesOf } from './profile-values.ts';
import { someProfile } from './testing/isolation.ts';

const profile = someProfile({
  warnings: ['time-zone-not-of-region', 'screen-not-of-device', 'web-rtc-tells-address'],
  version: 3,
});
const values = valuesOf(profile);

describe('the request', () => {
  it('sends every setting, under the version that was read', () => {
    const { region: _region, warnings: _warnings, ...settings } = profile;
    expect(changeFrom(values, profile)).toEqual(settings);
  });
});

describe('a warning', () => {
  const judged = checkedValuesOf(profile);

  it('applies to the checked values, also before the form is rendered', () => {
    expect([...remainingWarnings(judged, values)]).toEqual(profile.warnings);
    expect([...remainingWarnings(judged, undefined)]).toEqual(profile.warnings);
  });

  it.each([
    [{ timeZone: 'UTC' }, ['screen-not-of-device', 'web-rtc-tells-address']],
    [{ screen: { ...values.screen, width: 1_000 } }, ['time-zone-not-of-region', 'web-rtc-tells-address']],
    [{ userAgent: 'x' }, ['time-zone-not-of-region', 'web-rtc-tells-address']],
    [{ webRtc: 'off' as const }, ['time-zone-not-of-region', 'screen-not-of-device']],
    [{ canvasNoise: null, languages: ['ja'] }, profile.warnings],
  ])('disappears when one of its fields becomes %j', (over, left) => {
    expect([...remainingWarnings(judged, { ...values, ...over })]).toEqual(left);
  });

  it('applies again when the values are restored', () => {
    expect(
      remainingWarnings(judged, { ...values, screen: { ...values.screen } }).has('screen-not-of-device'),
    ).toBe(true);
  });
});
