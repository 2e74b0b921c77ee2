/** The details of audit entries in words, the same on screens and in spreadsheets. */
import { platforms } from '../catalogues/platforms.ts';
import type { InterfaceLanguage } from '../envelope.ts';
import { errorCatalogue } from '../errors.ts';

type Texts = Readonly<Record<InterfaceLanguage, string>>;

const text = (zh: string, en: string): Texts => ({ 'zh-CN': zh, 'en-US': en });

const names: Readonly<Record<string, Texts>> = {
  after: text('变更后', 'After'),
  amount: text('数量', 'Amount'),
  autoReply: text('自动回复', 'Automatic reply'),
  before: text('变更前', 'Before'),
  brandName: text('品牌名称', 'Brand name'),
  characters: text('字符', 'Characters'),
  count: text('数量', 'Count'),
  decision: text('审核结果', 'Decision'),
  dedupeScope: text('重复粉丝判定', 'Repeat fans'),
  enabled: text('启用', 'Enabled'),
  ended: text('退出的登录数', 'Ended sessions'),
  from: text('原邮箱', 'Old e-mail address'),
  limitReached: text('本小时内不再记录更多拒绝', 'Further refusals this hour may go unrecorded'),
  loginSessionId: text('登录 ID', 'Login session ID'),
  mode: text('代理方式', 'Proxy mode'),
  multiDevice: text('多设备登录', 'Several devices at once'),
  place: text('登录位置', 'Logged in to'),
  platform: text('平台', 'Platform'),
  ports: text('端口', 'Ports'),
  profileSharing: text('客户资料共享', 'Share customer profiles'),
  proxyId: text('代理 ID', 'Proxy ID'),
  reason: text('原因', 'Reason'),
  registrationOpen: text('开放注册', 'Registration open'),
  remark: text('备注', 'Remark'),
  saveChatHistory: text('保存聊天记录', 'Save chat history'),
  sessionArchive: text('会话归档', 'Session archive'),
  to: text('新邮箱', 'New e-mail address'),
  unlimited: text('不限字符', 'Unlimited characters'),
};

const values: Readonly<Record<string, Readonly<Record<string, Texts>>>> = {
  decision: { pass: text('通过', 'Passed'), reject: text('驳回', 'Rejected') },
  dedupeScope: {
    'sub-account': text('子账号', 'Sub-account'),
    workspace: text('工作区', 'Workspace'),
  },
  mode: {
    auto: text('自动', 'Automatic'),
    chosen: text('指定', 'Chosen'),
    direct: text('直连', 'Direct'),
  },
  place: {
    console: text('控制台', 'Console'),
    desk: text('客服工作台', 'Desk'),
    operator: text('运营后台', 'Operator screens'),
  },
  platform: Object.fromEntries(Object.entries(platforms).map(([id, platform]) => [id, platform.names])),
  // A refusal is recorded with the error that it was answered with; what else is a reason was typed by a person.
  reason: {
    ...errorCatalogue,
    'refresh token used again': text('刷新令牌被重复使用', 'A refresh token was used twice'),
  },
};

const yes = text('是', 'Yes');
const no = text('否', 'No');

/** Returns each detail with its name and value in `language`; a key without a name in words keeps its own. */
export function auditDetailsIn(
  details: Readonly<Record<string, string | number | boolean | null>>,
  language: InterfaceLanguage,
): { name: string; value: string }[] {
  return Object.entries(details).flatMap(([key, value]) => {
    if (value === null || value === '') return [];
    const name = names[key]?.[language] ?? key;
    if (typeof value === 'boolean') return [{ name, value: (value ? yes : no)[language] }];
    if (typeof value === 'number') return [{ name, value: new Intl.NumberFormat(language).format(value) }];
    return [{ name, value: values[key]?.[value]?.[language] ?? value }];
  });
}
