/** Derives device, operating system and browser from the user agent, which is unverified input. */
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

/** Apps that the library doesn't detect, or takes for the browser that they embed. The first match applies. */
const apps: readonly (readonly [RegExp, VisitorBrowser])[] = [
  [/WhatsApp\//, 'WhatsApp'],
  [/\bTelegram\b|Telegram-Android/, 'Telegram'],
  [/FBAN\/Messenger|Orca-Android/, 'Messenger'],
  [/musical_ly|BytedanceWebview|trill_|TikTok/, 'TikTok'],
  [/\bZalo\b/, 'Zalo'],
  [/\[?Pinterest\//, 'Pinterest'],
  [/VKAndroidApp|VKApp|\bVK\//, 'VK'],
];

/** The library's names, in lower case, where ours differ. */
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

/** Returns a function that maps the library's name to ours, or to `other`. */
function nameFinder<Name extends string>(names: readonly Name[], renamed: Readonly<Record<string, Name>>) {
  const byName = new Map(names.map((name) => [name.toLowerCase(), name]));
  return (found: string | undefined, other: Name): Name => {
    const key = found?.toLowerCase() ?? '';
    return (Object.hasOwn(renamed, key) ? renamed[key] : byName.get(key)) ?? other;
  };
}
const browserOf = nameFinder(visitorBrowsers, browserNames);
const systemOf = nameFinder(operatingSystems, systemNames);

/** Maximum number of cached user agents; parsing one costs 45 µs. */
const maxKnownClients = 5_000;

export function createClientReader(): (userAgent: string) => VisitorClient {
  const known = new LRUCache<string, VisitorClient>({ max: maxKnownClients });
  return (userAgent) => {
    const before = known.get(userAgent);
    if (before !== undefined) return before;
    const client = readClient(userAgent);
    known.set(userAgent, client);
    return client;
  };
}

/** `userAgent` is already truncated, as stored. */
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
