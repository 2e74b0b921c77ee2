import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawDevice, newestMajor, screenFits, systemOf } from './devices.ts';
import { seededChance } from './profiles.ts';

const windows = (major: number | string, rest = '') =>
  `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${major}.0.0.0 Safari/537.36${rest}`;
const macos = windows(newestMajor).replace(
  'Windows NT 10.0; Win64; x64',
  'Macintosh; Intel Mac OS X 10_15_7',
);

describe('a user agent', () => {
  it.each([
    [windows(newestMajor), 'windows'],
    [windows(newestMajor - 12), 'windows'],
    [windows(newestMajor + 26), 'windows'],
    [windows(newestMajor, ` Edg/${newestMajor}.0.0.0`), 'windows'],
    [macos, 'macos'],
    [`${macos} Edg/${newestMajor}.0.0.0`, 'macos'],
  ])('%s belongs to %s', (userAgent, system) => {
    expect(systemOf(userAgent)).toBe(system);
  });

  it.each([
    ['a program', 'curl/8.5.0'],
    ['a browser that nobody has any more', windows(newestMajor - 13)],
    ['a browser that nobody has yet', windows(newestMajor + 27)],
    ['a browser without a version', windows('')],
    ['an Edge of another version than its engine', windows(newestMajor, ` Edg/${newestMajor - 1}.0.0.0`)],
    ['another browser on the same engine', windows(newestMajor, ' OPR/120.0.0.0')],
    ['a system that nobody has', windows(newestMajor).replace('Windows NT 10.0', 'Windows NT 6.1')],
    ['a version that Chrome doesn’t reveal', windows(newestMajor).replace('.0.0.0', '.0.7390.55')],
    ['a browser with text behind it', `${windows(newestMajor)} `],
    ['a phone', macos.replace('Macintosh; Intel Mac OS X 10_15_7', 'Linux; Android 10; K')],
  ])('refuses the user agent of %s', (_, userAgent) => {
    expect(systemOf(userAgent)).toBeNull();
  });

  it('a user agent is about as new as the browser in which the journeys run', () => {
    const folder = createRequire(import.meta.url).resolve('playwright-core/package.json');
    const { browsers } = JSON.parse(readFileSync(folder.replace('package.json', 'browsers.json'), 'utf8'));
    const { browserVersion } = browsers.find((one: { name: string }) => one.name === 'chromium');
    // Playwright is about one version ahead of the stable one: raise `newestMajor` together with it.
    expect(Math.abs(newestMajor - Number.parseInt(browserVersion, 10))).toBeLessThanOrEqual(2);
  });
});

describe('a screen', () => {
  const screen = (width: number, height: number, pixelRatio: number) => ({ width, height, pixelRatio });

  it.each([
    ['windows', screen(1920, 1080, 1)],
    ['windows', screen(1536, 864, 1.25)],
    // 2560 × 1440 at 150 %, which doesn't divide evenly.
    ['windows', screen(1707, 960, 1.5)],
    ['windows', screen(1706, 960, 1.5)],
    ['macos', screen(1512, 982, 2)],
    ['macos', screen(1920, 1080, 1)],
  ] as const)('a screen of %s can be %j', (system, given) => {
    expect(screenFits(system, given)).toBe(true);
  });

  it.each([
    ['windows', screen(1512, 982, 2)],
    ['windows', screen(1920, 1080, 1.1)],
    ['windows', screen(390, 844, 3)],
    ['windows', screen(1705, 960, 1.5)],
    ['macos', screen(1536, 864, 1.25)],
    ['macos', screen(1366, 768, 1)],
    ['macos', screen(1512, 982, 1)],
  ] as const)('a screen of %s can’t be %j', (system, given) => {
    expect(screenFits(system, given)).toBe(false);
  });
});

describe('a drawn device', () => {
  it('stays consistent in every draw', () => {
    fc.assert(
      fc.property(fc.string(), (seed) => {
        const { userAgent, screen } = drawDevice(seededChance(seed));
        const system = systemOf(userAgent);
        expect(system !== null && screenFits(system, screen)).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  it('a device can be drawn at both ends of the random range', () => {
    for (const chance of [0, 1 - 2 ** -32]) {
      const { userAgent, screen } = drawDevice(() => chance);
      expect(screenFits(systemOf(userAgent) ?? 'windows', screen)).toBe(true);
    }
  });

  it('a drawn device varies', () => {
    const many = Array.from({ length: 200 }, (_, at) => drawDevice(seededChance(`device ${at}`)));
    const different = new Set(many.map((device) => JSON.stringify(device)));
    expect(different.size).toBeGreaterThan(12);
    const onWindows = many.filter(({ userAgent }) => systemOf(userAgent) === 'windows');
    expect(onWindows.length).toBeGreaterThan(130);
    expect(onWindows.length).toBeLessThan(180);
  });
});
