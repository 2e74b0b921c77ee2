/** Names that visits are counted by: few of each, so that no visitor can make a report grow. */

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

/** Browsers, and apps that open links in a browser of theirs. */
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
