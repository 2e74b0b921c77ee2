import type { RequestOf } from '@parley/contract';
import type { IsolationProfile, updateIsolationProfile } from '@parley/contract/isolation-profiles';

/** The values of the form's controls: everything that can be changed. A cleared number is null until validation. */
export type IsolationProfileValues = Omit<
  IsolationProfile,
  'socialAccountId' | 'region' | 'warnings' | 'version'
>;

export type Warning = IsolationProfile['warnings'][number];
/** The warnings that the server gave for these values. */
export type CheckedValues = { values: IsolationProfileValues; warnings: readonly Warning[] };

export function valuesOf(profile: IsolationProfileValues): IsolationProfileValues {
  const { userAgent, languages, timeZone, screen, webRtc, canvasNoise, audioNoise } = profile;
  return { userAgent, languages, timeZone, screen, webRtc, canvasNoise, audioNoise };
}

export const checkedValuesOf = (profile: IsolationProfile): CheckedValues => ({
  values: valuesOf(profile),
  warnings: profile.warnings,
});

type Base = Pick<IsolationProfile, 'socialAccountId' | 'version'>;

export function changeFrom(
  values: IsolationProfileValues,
  { socialAccountId, version }: Base,
): RequestOf<typeof updateIsolationProfile>['body'] {
  return { socialAccountId, version, ...values };
}

/** The fields that a warning concerns. */
const about: Record<Warning, readonly (keyof IsolationProfileValues)[]> = {
  'time-zone-not-of-region': ['timeZone'],
  'language-not-of-region': ['languages'],
  'screen-not-of-device': ['screen', 'userAgent'],
  'user-agent-unknown': ['userAgent'],
  'web-rtc-tells-address': ['webRtc'],
};

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/**
 * Returns the warnings that still apply: after one of its fields was edited, a warning is unknown until the next save.
 */
export function remainingWarnings(
  { values, warnings }: CheckedValues,
  entered: IsolationProfileValues | undefined,
): ReadonlySet<Warning> {
  const still = warnings.filter((warning) =>
    about[warning].every((field) => entered === undefined || same(values[field], entered[field])),
  );
  return new Set(still);
}
