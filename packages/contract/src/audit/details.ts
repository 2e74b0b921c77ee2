/** Describes the details of audit entries in words, identically on screens and in spreadsheets. */
import { platforms } from '../catalogues/platforms.ts';
import type { InterfaceLanguage } from '../envelope.ts';
import { errorCatalogue } from '../errors.ts';

type Texts = Readonly<Record<InterfaceLanguage, string>>;

const text = (zh: string, en: string): Texts => ({ 'zh-CN': zh, 'en-US': en });

const names: Readonly<Record<string, Texts>> = {
  access: text('访问权限', 'Access'),
  account: text('账号', 'Account'),
  accountDailyGoal: text('单账号每日目标', 'Daily goal per social account'),
  accountTotalGoal: text('单账号总目标', 'Total goal per social account'),
  address: text('地址', 'Address'),
  alias: text('别名', 'Alias'),
  added: text('添加的标签', 'Tags added'),
  action: text('处理方式', 'Action'),
  after: text('变更后', 'After'),
  amount: text('数量', 'Amount'),
  area: text('地区', 'Region'),
  autoReply: text('自动回复', 'Automatic reply'),
  autoReplyText: text('自动回复内容', 'Automatic reply text'),
  baseFans: text('底粉', 'Base fans'),
  before: text('变更前', 'Before'),
  bodyEn: text('正文（英文）', 'Text (English)'),
  bodyZh: text('正文（中文）', 'Text (Chinese)'),
  brandName: text('品牌名称', 'Brand name'),
  changed: text('已更改', 'Changed'),
  chatHistory: text('分享聊天记录', 'Chat history on the page'),
  chatRetentionDays: text('聊天记录保留天数（空为永久）', 'Days that chat history is kept (empty: forever)'),
  characters: text('字符', 'Characters'),
  clientMinimumVersion: text('客户端最低版本', 'Minimum client version'),
  contents: text('回复内容', 'Reply contents'),
  count: text('数量', 'Count'),
  country: text('国家/地区', 'Country'),
  dailyGoal: text('每日目标', 'Daily goal'),
  defaultUrl: text('默认地址', 'Default address'),
  delaySeconds: text('延迟（秒）', 'Delay in seconds'),
  decision: text('审核结果', 'Decision'),
  dedupeScope: text('粉丝去重范围', 'Repeat fan scope'),
  email: text('邮箱', 'E-mail address'),
  enabled: text('启用', 'Enabled'),
  ended: text('退出的登录数', 'Ended login sessions'),
  exceptions: text('例外', 'Exceptions'),
  expiresAt: text('到期时间', 'Expires'),
  fileName: text('文件名', 'File name'),
  fanNames: text('展示粉丝', 'Fans on the page'),
  fans: text('粉丝数', 'Fans'),
  filters: text('筛选条件', 'Filters'),
  from: text('原邮箱', 'Previous e-mail address'),
  host: text('主机', 'Host'),
  hosts: text('域名', 'Hosts'),
  inactiveAfterDays: text('长期未活跃天数', 'Days until inactive'),
  into: text('并入', 'Into'),
  introduction: text('简介', 'Introduction'),
  keywords: text('关键词', 'Keywords'),
  kind: text('类型', 'Type'),
  languages: text('语言', 'Languages'),
  level: text('级别', 'Level'),
  links: text('链接', 'Links'),
  limitReached: text('本小时内不再记录更多拒绝', 'Further rejections this hour may not be recorded'),
  logInReplaced: text('凭据已更换', 'Credentials replaced'),
  loginSessionId: text('登录 ID', 'Login session ID'),
  logo: text('Logo', 'Logo'),
  macosDownload: text('macOS 下载地址', 'macOS download'),
  match: text('匹配规则', 'Match rule'),
  matchTranslation: text('匹配译文', 'Match the translation'),
  mergeByPhone: text('合并电话号码相同的粉丝', 'Merge fans with the same phone number'),
  merged: text('被合并的粉丝', 'Merged fan'),
  mergedFan: text('被合并粉丝 ID', 'Merged fan ID'),
  messengerContact: text('联系方式', 'Messenger contact'),
  mode: text('连接方式', 'Connection'),
  multiDevice: text('多设备登录', 'Multi-device login'),
  name: text('名称', 'Name'),
  networkProtocol: text('协议', 'Protocol'),
  newFans: text('新粉', 'New fans'),
  nickname: text('昵称', 'Nickname'),
  note: text('备注', 'Note'),
  orders: text('工单', 'Work orders'),
  path: text('链接', 'Link'),
  offlineDays: text('离线天数', 'Days offline'),
  phone: text('电话', 'Phone'),
  phoneNumbers: text('电话号码', 'Phone numbers'),
  picture: text('头像', 'Avatar'),
  pinnedLanguage: text('固定的客户语言', 'Pinned customer language'),
  place: text('登录位置', 'Logged in to'),
  platform: text('平台', 'Platform'),
  platforms: text('可用平台', 'Allowed platforms'),
  port: text('端口号', 'Port'),
  portLimit: text('端口上限', 'Port limit'),
  portMode: text('端口模式', 'Port mode'),
  ports: text('端口', 'Ports'),
  position: text('排序', 'Order'),
  profileSharing: text('客户资料共享', 'Share customer profiles'),
  proxy: text('代理', 'Proxy'),
  proxyId: text('代理 ID', 'Proxy ID'),
  proxyUserName: text('代理用户名', 'Proxy user name'),
  range: text('适用范围', 'Used by'),
  reason: text('原因', 'Reason'),
  receiveSourceLanguage: text('接收原文语言', 'Received: source language'),
  receiveTargetLanguage: text('接收翻译语言', 'Received: target language'),
  receiveTranslationEnable: text('翻译收到的消息', 'Translate received messages'),
  registrationOpen: text('开放注册', 'Registration open'),
  remark: text('备注', 'Remark'),
  remarks: text('备注', 'Remarks'),
  removed: text('移除的标签', 'Tags removed'),
  repeatFans: text('重粉', 'Repeat fans'),
  replyMethod: text('回复方式', 'Reply method'),
  resetTime: text('每日重置时间', 'Daily reset time'),
  saveChatHistory: text('保存聊天记录', 'Save chat history'),
  screen: text('屏幕', 'Screen'),
  send: text('发送方式', 'Sent'),
  sender: text('检查范围', 'Messages of'),
  sendTargetLanguage: text('发送翻译语言', 'Sent: target language'),
  sendTranslationEnable: text('翻译发送的消息', 'Translate sent messages'),
  sessionArchive: text('上线记录', 'Session history'),
  sharedAccountPurgeDays: text(
    '共享账号离线多少天后删除（空为不删除）',
    'Days offline after which shared accounts are deleted (empty: never)',
  ),
  shown: text('展示', 'Visible'),
  siteCharacters: text('整个网站每日字符数', 'Characters for the whole site per day'),
  skipped: text('已跳过', 'Skipped'),
  state: text('结果', 'Outcome'),
  subAccount: text('子账号', 'Sub-account'),
  targets: text('目标链接', 'Targets'),
  timeZone: text('时区', 'Time zone'),
  title: text('标题', 'Title'),
  titleEn: text('标题（英文）', 'Title (English)'),
  titleZh: text('标题（中文）', 'Title (Chinese)'),
  to: text('新邮箱', 'New e-mail address'),
  totalGoal: text('总目标', 'Total goal'),
  translationMode: text('翻译线路', 'Translation line'),
  unlimited: text('字符不限量', 'Unlimited characters'),
  userAgent: text('用户代理（User Agent）', 'User agent'),
  uses: text('使用的粉丝数', 'Fans with the tag'),
  validDays: text('有效天数', 'Valid days'),
  visitorCharacters: text('每位访客每日字符数', 'Characters per visitor per day'),
  visitorAddresses: text('访客 IP 存储方式', 'How visitors’ addresses are stored'),
  walletAddresses: text('钱包地址', 'Wallet addresses'),
  webRtc: text('WebRTC', 'WebRTC'),
  windowsDownload: text('Windows 下载地址', 'Windows download'),
  words: text('敏感词', 'Sensitive words'),
};

const became = {
  added: text('已添加', 'Added'),
  replaced: text('已更换', 'Replaced'),
  removed: text('已移除', 'Removed'),
};

const values: Readonly<Record<string, Readonly<Record<string, Texts>>>> = {
  access: { password: text('密码访问', 'Password'), public: text('公开访问', 'Public') },
  action: { log: text('记录', 'Log'), alert: text('提醒', 'Alert'), block: text('拦截', 'Block') },
  address: became,
  alias: became,
  autoReplyText: became,
  contents: became,
  decision: { pass: text('通过', 'Approved'), reject: text('驳回', 'Rejected') },
  dedupeScope: {
    'sub-account': text('子账号', 'Sub-account'),
    workspace: text('工作区', 'Workspace'),
  },
  exceptions: became,
  fanNames: {
    none: text('不展示', 'Not shown'),
    masked: text('名称脱敏', 'Masked names'),
    full: text('完整名称', 'Full names'),
  },
  introduction: became,
  kind: {
    online: text('在线客服', 'Online chat'),
    telegram: text('Telegram', 'Telegram'),
    whatsapp: text('WhatsApp', 'WhatsApp'),
    wechat: text('微信', 'WeChat'),
    line: text('LINE', 'LINE'),
    email: text('邮箱', 'E-mail'),
  },
  level: {
    info: text('通知', 'Info'),
    warning: text('重要', 'Important'),
    urgent: text('紧急', 'Urgent'),
  },
  logo: became,
  match: { exact: text('完全匹配', 'Exact'), partial: text('部分匹配', 'Partial') },
  messengerContact: became,
  mode: {
    auto: text('自动', 'Automatic'),
    chosen: text('指定', 'Specific'),
    direct: text('直连', 'Direct'),
  },
  note: became,
  phone: became,
  picture: became,
  place: {
    console: text('控制台', 'Console'),
    desk: text('工作台', 'Desk'),
    operator: text('运营后台', 'Operator console'),
  },
  platform: Object.fromEntries(Object.entries(platforms).map(([id, platform]) => [id, platform.names])),
  portMode: { fixed: text('固定', 'Fixed'), dynamic: text('动态', 'Dynamic') },
  proxyUserName: became,
  range: { all: text('全部子账号', 'All sub-accounts'), some: text('部分子账号', 'Selected sub-accounts') },
  replyMethod: { all: text('全部发送', 'All contents'), one: text('随机一条', 'One at random') },
  sender: {
    agent: text('客服', 'Agents'),
    customer: text('客户', 'Customers'),
    both: text('客服和客户', 'Agents and customers'),
  },
  send: { original: text('原文', 'As written'), translated: text('译文', 'Translated') },
  state: {
    done: text('已完成', 'Done'),
    cancelled: text('已取消', 'Cancelled'),
    failed: text('失败', 'Failed'),
    open: text('待跟进', 'Open'),
    claimed: text('跟进中', 'Claimed'),
    'given-up': text('已放弃', 'Given up'),
  },
  visitorAddresses: { whole: text('完整', 'Whole'), truncated: text('仅网段', 'Network only') },
  words: became,
  // A refusal is recorded with the id of its error; any other reason was typed by a person.
  reason: {
    ...errorCatalogue,
    'refresh token used again': text('刷新令牌被重复使用', 'A refresh token was used twice'),
    'shared and inactive': text(
      '共享账号长期离线，按设置自动删除',
      'Shared and offline for long: deleted by your setting',
    ),
  },
};

const yes = text('是', 'Yes');
const no = text('否', 'No');

const empty = text('（空）', '(none)');
const inherited = text('继承', 'Inherited');
const automatic = text('自动', 'Automatic');

/** Details whose values are language tags, `auto` or `inherited`. */
const languageFields = new Set([
  'pinnedLanguage',
  'receiveSourceLanguage',
  'receiveTargetLanguage',
  'sendTargetLanguage',
]);

type Scalar = string | number | boolean | null;

function inWords(key: string, value: Scalar | undefined, language: InterfaceLanguage): string {
  if (value === null || value === undefined || value === '') return empty[language];
  if (typeof value === 'boolean') return (value ? yes : no)[language];
  if (typeof value === 'number') return new Intl.NumberFormat(language).format(value);
  if (value === 'inherited') return inherited[language];
  if (languageFields.has(key)) return languageName(value, language);
  return values[key]?.[value]?.[language] ?? value;
}

function languageName(tag: string, language: InterfaceLanguage): string {
  if (tag === 'auto') return automatic[language];
  try {
    return new Intl.DisplayNames(language, { type: 'language' }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}

/** The keys under which older entries record changes. */
const olderPairs = [
  { before: 'before', after: 'after', name: text('变更', 'Change') },
  { before: 'from', after: 'to', name: text('邮箱', 'E-mail address') },
];

type Entry = { name: string; value: string };

/**
 * Returns each detail with its name and value in `language`; a detail without a translated name keeps its key. A change,
 * recorded as `name.before` and `name.after`, becomes one entry with the earlier value first, because the database doesn't
 * preserve the order of keys.
 */
export function auditDetailsIn(
  details: Readonly<Record<string, Scalar>>,
  language: InterfaceLanguage,
): Entry[] {
  const moved = (key: string, name: string, before: Scalar | undefined, after: Scalar | undefined) => ({
    name,
    value: `${inWords(key, before, language)} → ${inWords(key, after, language)}`,
  });
  return Object.entries(details).flatMap(([key, value]): Entry[] => {
    const older = olderPairs.find(
      (pair) => pair.before in details && pair.after in details && pair.after === key,
    );
    if (older) return [moved('', older.name[language], details[older.before], value)];
    if (olderPairs.some((pair) => pair.before === key && pair.after in details)) return [];
    if (key.endsWith('.before')) return [];
    const field = key.replace(/\.after$/, '');
    const name = names[field]?.[language] ?? field;
    if (field !== key) return [moved(field, name, details[`${field}.before`], value)];
    if (value === null || value === '') return [];
    return [{ name, value: inWords(key, value, language) }];
  });
}
