import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newestMajor } from './devices.ts';
import {
  drawProfile,
  type IsolationSettings,
  initialProfile,
  seededChance,
  type TrafficExit,
  warningsOf,
} from './profiles.ts';
import { allRegions } from './testing/all-regions.ts';

const account = '019500a0-0000-7000-8000-000000000001';
const mexico = { proxied: true, region: 'MX' };

describe('a drawn profile', () => {
  it.each(allRegions)('stays consistent in %s', (region) => {
    fc.assert(
      fc.property(fc.string(), fc.boolean(), (seed, proxied) => {
        const exit = { proxied, region };
        expect(warningsOf(drawProfile(seededChance(seed), exit), exit)).toEqual([]);
      }),
      { numRuns: 10 },
    );
  });

  it('stays consistent when the country is unknown', () => {
    for (const proxied of [true, false]) {
      const exit = { proxied, region: null };
      expect(warningsOf(drawProfile(Math.random, exit), exit)).toEqual([]);
    }
  });

  it('has seeds within the contract’s limits, even at the ends of the random range', () => {
    for (const [chance, seed] of [
      [0, 1],
      [1 - 2 ** -53, 4_294_967_295],
    ] as const) {
      expect(drawProfile(() => chance, mexico)).toMatchObject({ canvasNoise: seed, audioNoise: seed });
    }
  });
});

describe('the profile that was never changed', () => {
  it('the profile that was never changed is equal at each read', () => {
    expect(initialProfile(account, mexico)).toEqual(initialProfile(account, mexico));
  });

  it('equals that of earlier releases', () => {
    // It is not stored: a change here changes the profiles of all running installations.
    const { userAgent, ...rest } = initialProfile(account, mexico);
    expect(userAgent.replaceAll(/\d+\.0\.0\.0/g, 'N')).toBe(
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/N Safari/537.36',
    );
    expect(rest).toEqual({
      screen: { width: 1536, height: 864, pixelRatio: 1.25 },
      canvasNoise: 3_525_634_835,
      audioNoise: 623_256_899,
      languages: ['es-419', 'es'],
      timeZone: 'America/Mexico_City',
      webRtc: 'proxy',
    });
  });

  it('updates its browser as browsers do', () => {
    const majors = Array.from({ length: 50 }, (_, at) =>
      Number(/Chrome\/(\d+)/.exec(initialProfile(`account ${at}`, mexico).userAgent)?.[1]),
    );
    expect(new Set(majors)).toEqual(new Set([newestMajor, newestMajor - 1]));
  });

  it('the profile that was never changed is the same device in another country', () => {
    const device = ({ userAgent, screen, canvasNoise, audioNoise }: IsolationSettings) => ({
      userAgent,
      screen,
      canvasNoise,
      audioNoise,
    });
    const [there, here] = [
      initialProfile(account, mexico),
      initialProfile(account, { ...mexico, region: 'JP' }),
    ];
    expect(device(here)).toEqual(device(there));
    expect(here).toMatchObject({ timeZone: 'Asia/Tokyo', languages: ['ja', 'en-US', 'en'] });
    expect(there).toMatchObject({ timeZone: 'America/Mexico_City', languages: ['es-419', 'es'] });
  });

  it('the profile that was never changed differs for another account', () => {
    const seeds = new Set(
      Array.from({ length: 1_000 }, (_, at) => initialProfile(`account ${at}`, mexico).canvasNoise),
    );
    expect(seeds.size).toBe(1_000);
  });

  it('shows only the proxy’s addresses where there is a proxy', () => {
    expect(initialProfile(account, mexico).webRtc).toBe('proxy');
    expect(initialProfile(account, { proxied: false, region: null }).webRtc).toBe('real');
  });
});

describe('a warning', () => {
  const fitting = initialProfile(account, mexico);
  const warned = (over: Partial<IsolationSettings>, exit: TrafficExit = mexico) =>
    warningsOf({ ...fitting, ...over }, exit);

  it.each([
    [{ timeZone: 'Europe/Madrid' }, ['time-zone-not-of-region']],
    [{ languages: ['zh-CN', 'es-MX'] }, ['language-not-of-region']],
    [{ languages: ['es-MX', 'zh-CN'] }, []],
    [{ screen: { width: 1_000, height: 1_000, pixelRatio: 1 } }, ['screen-not-of-device']],
    // An unknown device can't contradict its screen.
    [
      { userAgent: 'curl/8.5.0', screen: { width: 1_000, height: 1_000, pixelRatio: 1 } },
      ['user-agent-unknown'],
    ],
    [{ webRtc: 'real' }, ['web-rtc-tells-address']],
    [{ webRtc: 'off' }, []],
    [{ canvasNoise: null, audioNoise: null }, []],
    [
      { timeZone: 'UTC', languages: ['ja'], webRtc: 'real' },
      ['time-zone-not-of-region', 'language-not-of-region', 'web-rtc-tells-address'],
    ],
  ] as const)('returns for %j the warnings %j', (over, warnings) => {
    // The lists above are constant, while those of a profile are mutable.
    expect(warned(over as Partial<IsolationSettings>)).toEqual(warnings);
  });

  it('a warning is not given about an unknown country', () => {
    expect(warned({ timeZone: 'UTC', languages: ['ja'] }, { proxied: true, region: null })).toEqual([]);
  });

  it('warns about addresses only where a proxy hides them', () => {
    expect(warned({ webRtc: 'real' }, { ...mexico, proxied: false })).toEqual([]);
  });
});
