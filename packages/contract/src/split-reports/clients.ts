/** The names by which visits are counted: a small fixed set of each, so that visitors can't make a report grow. */

export const deviceTypes = ['mobile', 'tablet', 'desktop', 'other'] as const;
export type DeviceType = (typeof deviceTypes)[number];

export const operatingSystems = [
  'Android',
  'iOS',
  'Windows',
  'macOS',
  'Linux',
  'Chrome OS',
  'HarmonyOS',
  'other',
] as const;
export type OperatingSystem = (typeof operatingSystems)[number];

/** Browsers, and apps with built-in browsers. */
export const visitorBrowsers = [
  'Chrome',
  'Safari',
  'Edge',
  'Firefox',
  'Opera',
  'Samsung Internet',
  'Huawei Browser',
  'Xiaomi Browser',
  'UC Browser',
  'QQ Browser',
  'Yandex',
  'WhatsApp',
  'Facebook',
  'Messenger',
  'Instagram',
  'LINE',
  'WeChat',
  'TikTok',
  'Telegram',
  'X',
  'Snapchat',
  'KakaoTalk',
  'Zalo',
  'VK',
  'Pinterest',
  'LinkedIn',
  'other',
] as const;
export type VisitorBrowser = (typeof visitorBrowsers)[number];
