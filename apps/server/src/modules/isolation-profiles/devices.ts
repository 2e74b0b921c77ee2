import type { IsolationProfile } from '@parley/contract/isolation-profiles';

/** Desktop computers on the market: combinations of browser, system and screen. */
export type Device = Pick<IsolationProfile, 'userAgent' | 'screen'>;
type System = 'windows' | 'macos';
type Screen = IsolationProfile['screen'];

/** Returns numbers from 0 up to, but excluding, 1. */
export type RandomSource = () => number;

/**
 * The newest stable Chrome, which Edge follows by a day or two; raised together with the browser of the journeys.
 * Stored profiles don't change with it, derived ones update as browsers do.
 */
export const newestMajor = 158;
/** Browsers older than this are rare, and therefore identifiable. */
const oldestMajor = newestMajor - 12;
/** The newest version that an owner may enter: browsers may have been released after this version of Parley. */
const latestMajor = newestMajor + 26;

/** The systems in Chrome's reduced user agent: the system and its version are frozen, so is the minor version. */
const systems = {
  windows: 'Windows NT 10.0; Win64; x64',
  macos: 'Macintosh; Intel Mac OS X 10_15_7',
} as const;

function userAgentOf(system: System, major: number, edge: boolean): string {
  const chrome = `Mozilla/5.0 (${systems[system]}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${major}.0.0.0 Safari/537.36`;
  return edge ? `${chrome} Edg/${major}.0.0.0` : chrome;
}

/** Returns the system in the user agent of a current desktop Chrome or Edge; null for any other user agent. */
export function systemOf(userAgent: string): System | null {
  const major = Number(/ Chrome\/(\d{1,4})\.0\.0\.0 /.exec(userAgent)?.[1]);
  if (!(major >= oldestMajor && major <= latestMajor)) return null;
  const said = (system: System) =>
    [false, true].some((edge) => userAgent === userAgentOf(system, major, edge));
  if (said('windows')) return 'windows';
  return said('macos') ? 'macos' : null;
}

/** Windows: panel resolutions, and the scaling factors in its settings. */
const panels: readonly (readonly [number, number])[] = [
  [1280, 720],
  [1280, 800],
  [1280, 1024],
  [1366, 768],
  [1440, 900],
  [1600, 900],
  [1680, 1050],
  [1920, 1080],
  [1920, 1200],
  [2160, 1440],
  [2256, 1504],
  [2560, 1080],
  [2560, 1440],
  [2560, 1600],
  [2736, 1824],
  [2880, 1800],
  [2880, 1920],
  [3000, 2000],
  [3440, 1440],
  [3840, 1600],
  [3840, 2160],
  [3840, 2400],
  [5120, 1440],
];
const scales = [1, 1.25, 1.5, 1.75, 2, 2.25, 2.5, 3];

/** macOS: the resolutions in its settings for Apple's and other common screens, as pages see them. */
const sizes: readonly (readonly [number, number, number])[] = [
  [1280, 800, 2],
  [1352, 878, 2],
  [1440, 900, 1],
  [1440, 900, 2],
  [1470, 956, 2],
  [1496, 967, 2],
  [1512, 982, 2],
  [1680, 1050, 2],
  [1710, 1112, 2],
  [1728, 1117, 2],
  [1792, 1120, 2],
  [1800, 1169, 2],
  [1920, 1080, 1],
  [1920, 1080, 2],
  [2048, 1280, 2],
  [2056, 1329, 2],
  [2240, 1260, 2],
  [2560, 1080, 1],
  [2560, 1440, 1],
  [2560, 1440, 2],
  [3008, 1692, 2],
  [3440, 1440, 1],
  [3840, 2160, 1],
];

/** A page sees a scaled panel in whole points, either rounded or truncated. */
const near = (seen: number, points: number) => Math.abs(seen - points) < 1;

/** Returns whether a machine with this system can present a screen like this one to pages. */
export function screenFits(system: System, { width, height, pixelRatio }: Screen): boolean {
  if (system === 'macos') {
    return sizes.some(([w, h, ratio]) => w === width && h === height && ratio === pixelRatio);
  }
  return (
    scales.includes(pixelRatio) &&
    panels.some(([w, h]) => near(width, w / pixelRatio) && near(height, h / pixelRatio))
  );
}

type Share = readonly [number, Screen];
/** Common screens with their percentage. A rare one would make a device recognizable. */
const usualScreens: Record<System, readonly [Share, ...Share[]]> = {
  windows: [
    [38, { width: 1920, height: 1080, pixelRatio: 1 }],
    [26, { width: 1536, height: 864, pixelRatio: 1.25 }],
    [12, { width: 1366, height: 768, pixelRatio: 1 }],
    [10, { width: 2560, height: 1440, pixelRatio: 1 }],
    [6, { width: 1280, height: 720, pixelRatio: 1.5 }],
    [4, { width: 1600, height: 900, pixelRatio: 1 }],
    [4, { width: 2560, height: 1440, pixelRatio: 1.5 }],
  ],
  macos: [
    [32, { width: 1440, height: 900, pixelRatio: 2 }],
    [24, { width: 1512, height: 982, pixelRatio: 2 }],
    [18, { width: 1470, height: 956, pixelRatio: 2 }],
    [14, { width: 1728, height: 1117, pixelRatio: 2 }],
    [12, { width: 1920, height: 1080, pixelRatio: 1 }],
  ],
};

function drawnScreen(chance: RandomSource, system: System): Screen {
  let left = chance() * 100;
  const among = usualScreens[system];
  const hit = among.find(([share]) => {
    left -= share;
    return left < 0;
  });
  return (hit ?? among[0])[1];
}

/**
 * Draws one of the common devices. Profiles that are not stored are drawn again at each read from the same seed:
 * changing a list above, or the order of the draws, changes them all.
 */
export function drawDevice(chance: RandomSource): Device {
  const system = chance() < 0.78 ? 'windows' : 'macos';
  const edge = system === 'windows' && chance() < 0.18;
  const screen = drawnScreen(chance, system);
  const major = newestMajor - (chance() < 0.75 ? 0 : 1);
  return { userAgent: userAgentOf(system, major, edge), screen };
}
