import type { IsolationProfile, RequestOf, updateIsolationProfile } from '@parley/contract';

/** What the form's controls hold: everything that may be changed. An emptied number is null until the form refuses it. */
export type ProfileValues = Omit<IsolationProfile, 'socialAccountId' | 'region' | 'warnings' | 'version'>;

export type Warning = IsolationProfile['warnings'][number];
/** What the server said about these values. */
export type Judged = { values: ProfileValues; warnings: readonly Warning[] };

export function valuesOf(profile: ProfileValues): ProfileValues {
  const { userAgent, languages, timeZone, screen, webRtc, canvasNoise, audioNoise } = profile;
  return { userAgent, languages, timeZone, screen, webRtc, canvasNoise, audioNoise };
}

export const judgedBy = (profile: IsolationProfile): Judged => ({
  values: valuesOf(profile),
  warnings: profile.warnings,
});

type Base = Pick<IsolationProfile, 'socialAccountId' | 'version'>;

export function changeFrom(
  values: ProfileValues,
  { socialAccountId, version }: Base,
): RequestOf<typeof updateIsolationProfile>['body'] {
  return { socialAccountId, version, ...values };
}

/** The fields that a warning is about. */
const about: Record<Warning, readonly (keyof ProfileValues)[]> = {
  'time-zone-not-of-region': ['timeZone'],
  'language-not-of-region': ['languages'],
  'screen-not-of-device': ['screen', 'userAgent'],
  'user-agent-unknown': ['userAgent'],
  'web-rtc-tells-address': ['webRtc'],
};

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** The warnings that still hold: once one of its fields is edited, nobody knows until it is saved. */
export function holding(
  { values, warnings }: Judged,
  entered: ProfileValues | undefined,
): ReadonlySet<Warning> {
  const still = warnings.filter((warning) =>
    about[warning].every((field) => entered === undefined || same(values[field], entered[field])),
  );
  return new Set(still);
}
