/** Reads device, operating system and browser out of a browser's name for itself, which anybody can write. */
import {
  type DeviceType,
  type OperatingSystem,
  operatingSystems,
  type VisitorBrowser,
  visitorBrowsers,
} from '@parley/contract/split-reports';
import { LRUCache } from 'lru-cache';
import { UAParser } from 'ua-parser-js';

export type VisitorClient = { device: DeviceType; system: OperatingSystem; browser: VisitorBrowser };

/** Apps that the library doesn't know, or takes for the browser that they are built on. The first that fits is taken. */
const apps: readonly (readonly [RegExp, VisitorBrowser])[] = [
  [/WhatsApp\//, 'WhatsApp'],
  [/\bTelegram\b|Telegram-Android/, 'Telegram'],
  [/FBAN\/Messenger|Orca-Android/, 'Messenger'],
  [/musical_ly|BytedanceWebview|trill_|TikTok/, 'TikTok'],
  [/\bZalo\b/, 'Zalo'],
  [/\[?Pinterest\//, 'Pinterest'],
  [/VKAndroidApp|VKApp|\bVK\//, 'VK'],
];

/** Names of the library, in lower case, where they are not ours. */
const browserNames: Readonly<Record<string, VisitorBrowser>> = {
  'mobile safari': 'Safari',
  'mobile chrome': 'Chrome',
  'chrome headless': 'Chrome',
  'mobile firefox': 'Firefox',
  'opera touch': 'Opera',
  'opera mobi': 'Opera',
  'opera mini': 'Opera',
  'opera gx': 'Opera',
  'miui browser': 'Xiaomi Browser',
  ucbrowser: 'UC Browser',
  qqbrowser: 'QQ Browser',
  twitter: 'X',
  gsa: 'Safari',
};
const systemNames: Readonly<Record<string, OperatingSystem>> = {
  'mac os': 'macOS',
  'chromium os': 'Chrome OS',
  openharmony: 'HarmonyOS',
  ubuntu: 'Linux',
  debian: 'Linux',
  fedora: 'Linux',
};
const deviceNames: Readonly<Record<string, DeviceType>> = { mobile: 'mobile', tablet: 'tablet' };
const desktopSystems: ReadonlySet<OperatingSystem> = new Set(['Windows', 'macOS', 'Linux', 'Chrome OS']);

/** Finds our name for the library's; `other` for what we have none for. */
function nameFinder<Name extends string>(names: readonly Name[], renamed: Readonly<Record<string, Name>>) {
  const byName = new Map(names.map((name) => [name.toLowerCase(), name]));
  return (found: string | undefined, other: Name): Name => {
    const key = found?.toLowerCase() ?? '';
    return (Object.hasOwn(renamed, key) ? renamed[key] : byName.get(key)) ?? other;
  };
}
const browserOf = nameFinder(visitorBrowsers, browserNames);
const systemOf = nameFinder(operatingSystems, systemNames);

/** Browsers that visitors have at a time; to read a name costs 45 µs. */
const mostKnown = 5_000;

export function createClientReader(): (userAgent: string) => VisitorClient {
  const known = new LRUCache<string, VisitorClient>({ max: mostKnown });
  return (userAgent) => {
    const before = known.get(userAgent);
    if (before !== undefined) return before;
    const client = readClient(userAgent);
    known.set(userAgent, client);
    return client;
  };
}

/** `userAgent`: cut already, as it is stored. */
export function readClient(userAgent: string): VisitorClient {
  const parser = new UAParser(userAgent);
  const system = systemOf(parser.getOS().name, 'other');
  const app = apps.find(([pattern]) => pattern.test(userAgent))?.[1];
  const type = parser.getDevice().type ?? '';
  return {
    system,
    browser: app ?? browserOf(parser.getBrowser().name, 'other'),
    device: deviceNames[type] ?? (type === '' && desktopSystems.has(system) ? 'desktop' : 'other'),
  };
}
