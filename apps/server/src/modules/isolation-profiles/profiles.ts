import { createHash } from 'node:crypto';
import type { IsolationProfile } from '@parley/contract/isolation-profiles';
import { drawDevice, type RandomSource, screenFits, systemOf } from './devices.ts';
import {
  languageFits,
  neutralLanguages,
  neutralZone,
  usualLanguages,
  usualZone,
  zoneFits,
} from './regions.ts';

/** The exit of a social account's traffic to the platform. */
export type TrafficExit = {
  proxied: boolean;
  /** ISO 3166-1 alpha-2; null when unknown. */
  region: string | null;
};

/** The settings that an owner may change. */
export type IsolationSettings = Omit<IsolationProfile, 'socialAccountId' | 'region' | 'warnings' | 'version'>;
type Warning = IsolationProfile['warnings'][number];

/** Returns a deterministic random source: the same text yields the same numbers in every process. */
export function seededChance(seed: string): RandomSource {
  let drawn = 0;
  return () => {
    const digest = createHash('sha256').update(`${seed} ${drawn}`).digest();
    drawn += 1;
    return digest.readUInt32BE() / 2 ** 32;
  };
}

const seedFrom = (chance: RandomSource) => 1 + Math.floor(chance() * 4_294_967_295);

/** Draws a consistent device in the country of the account's exit. */
export function drawProfile(chance: RandomSource, { proxied, region }: TrafficExit): IsolationSettings {
  return {
    ...drawDevice(chance),
    canvasNoise: seedFrom(chance),
    audioNoise: seedFrom(chance),
    // Set after all draws, so that another country yields the same device, as if it were carried there.
    languages: region === null ? [...neutralLanguages] : usualLanguages(region),
    timeZone: region === null ? neutralZone : usualZone(region),
    webRtc: proxied ? 'proxy' : 'real',
  };
}

/** Returns the profile of an account that was never changed: not stored, and the same at each call. */
export function initialProfile(socialAccountId: string, exit: TrafficExit): IsolationSettings {
  return drawProfile(seededChance(socialAccountId), exit);
}

/** Returns the settings that would make the device suspicious, in the contract's order. */
export function warningsOf(settings: IsolationSettings, { proxied, region }: TrafficExit): Warning[] {
  const [first = ''] = settings.languages;
  const system = systemOf(settings.userAgent);
  const found: readonly (readonly [Warning, boolean])[] = [
    ['time-zone-not-of-region', region !== null && !zoneFits(settings.timeZone, region)],
    ['language-not-of-region', region !== null && !languageFits(first, region)],
    ['screen-not-of-device', system !== null && !screenFits(system, settings.screen)],
    ['user-agent-unknown', system === null],
    ['web-rtc-tells-address', proxied && settings.webRtc === 'real'],
  ];
  return found.filter(([, holds]) => holds).map(([warning]) => warning);
}
