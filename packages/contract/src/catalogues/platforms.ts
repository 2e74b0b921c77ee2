/**
 * The messaging platforms that Parley can name. `GET /api/user/platform/list` returns which of them have a connector in
 * this installation and what it can do.
 */
import { z } from 'zod';

export const platformIds = [
  'webchat',
  'telegram',
  'xmpp',
  'whatsapp',
  'messenger',
  'instagram',
  'line',
  'viber',
  'zalo',
  'vk',
  'wechat',
  'wecom',
  'kakaotalk',
  'discord',
  'slack',
  'teams',
  'x',
  'tiktok',
  'rcs',
  'matrix',
  'irc',
  'email',
  'sms',
  'signal',
  'feishu',
  'dingtalk',
  'rocketchat',
  'mattermost',
] as const;
export type PlatformId = (typeof platformIds)[number];
export const platformId = z.enum(platformIds);

type Platform = {
  names: { 'zh-CN': string; 'en-US': string };
  /**
   * The range in which a customer's id on the platform means the same person: everywhere on the `platform` (a Telegram user
   * id), or only for one business `account` (a website visitor, an app-scoped id).
   */
  identityScope: 'platform' | 'account';
  /**
   * `anonymous`: every visitor of a page may write, as often and under as many identities as they like; `known`: the
   * platform identifies its customers.
   */
  customers: 'known' | 'anonymous';
};

const platform = (
  zh: string,
  en: string,
  identityScope: Platform['identityScope'],
  customers: Platform['customers'] = 'known',
): Platform => ({ names: { 'zh-CN': zh, 'en-US': en }, identityScope, customers });

export const platforms: Readonly<Record<PlatformId, Platform>> = {
  webchat: platform('网站聊天', 'Website chat', 'account', 'anonymous'),
  telegram: platform('Telegram', 'Telegram', 'platform'),
  xmpp: platform('XMPP', 'XMPP', 'platform'),
  whatsapp: platform('WhatsApp', 'WhatsApp', 'account'),
  messenger: platform('Messenger', 'Messenger', 'account'),
  instagram: platform('Instagram', 'Instagram', 'account'),
  line: platform('LINE', 'LINE', 'account'),
  viber: platform('Viber', 'Viber', 'account'),
  zalo: platform('Zalo', 'Zalo', 'account'),
  vk: platform('VK', 'VK', 'platform'),
  wechat: platform('微信公众号', 'WeChat Official Account', 'account'),
  wecom: platform('企业微信客服', 'WeCom customer service', 'account'),
  kakaotalk: platform('KakaoTalk', 'KakaoTalk', 'account'),
  discord: platform('Discord', 'Discord', 'platform'),
  slack: platform('Slack', 'Slack', 'account'),
  teams: platform('Microsoft Teams', 'Microsoft Teams', 'account'),
  x: platform('X', 'X', 'platform'),
  tiktok: platform('TikTok', 'TikTok', 'account'),
  rcs: platform('RCS', 'RCS', 'platform'),
  matrix: platform('Matrix', 'Matrix', 'platform'),
  irc: platform('IRC', 'IRC', 'account'),
  email: platform('电子邮件', 'E-mail', 'platform'),
  sms: platform('短信', 'SMS', 'platform'),
  signal: platform('Signal', 'Signal', 'platform'),
  feishu: platform('飞书', 'Feishu / Lark', 'account'),
  dingtalk: platform('钉钉', 'DingTalk', 'account'),
  rocketchat: platform('Rocket.Chat', 'Rocket.Chat', 'account'),
  mattermost: platform('Mattermost', 'Mattermost', 'account'),
};
