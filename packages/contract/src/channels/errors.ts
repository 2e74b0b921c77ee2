import { type ErrorEntry, errorEntry } from '../error-entry.ts';

export const channelsErrors = {
  'channel.platform-unknown': errorEntry(400, '不支持该平台', 'This platform is not supported'),
  'channel.refused': errorEntry(
    422,
    '平台拒绝了该账号：{reason}',
    'The platform rejected the account: {reason}',
  ),
  'channel.unreachable': errorEntry(
    502,
    '无法连接平台：{reason}',
    'The platform could not be reached: {reason}',
  ),
  'channel.already-added': errorEntry(409, '该社交账号已添加', 'This social account has already been added'),
  'channel.other-account': errorEntry(
    409,
    '新凭据属于另一个账号，请将其作为新账号添加',
    'These credentials belong to another account: add it as a new social account',
  ),
  'channel.app-unknown': errorEntry(
    422,
    '本系统未配置应用 {app}，请改用您自己的应用，或联系管理员',
    'The app {app} is not set up on this installation: use your own app, or ask the operator',
  ),
  'channel.no-invitations': errorEntry(
    409,
    '该平台的社交账号无法接受群组邀请',
    'Social accounts of this platform can’t accept invitations to groups',
  ),
  'channel.no-history': errorEntry(409, '该平台不提供历史消息', 'This platform provides no message history'),
  'channel.history-running': errorEntry(
    409,
    '该账号的历史消息正在导入',
    'This account’s history is being imported already',
  ),
  'channel.history-not-running': errorEntry(
    409,
    '该账号没有正在进行的历史消息导入',
    'No import of this account’s history is running',
  ),
  'channel.history-not-stopped': errorEntry(
    409,
    '该账号没有可继续的历史消息导入',
    'No import of this account’s history can be continued',
  ),
  'channel.no-pairing': errorEntry(
    409,
    '该平台不支持扫码添加账号',
    'Social accounts of this platform can’t be paired by a code',
  ),
  'channel.pairings-limit': errorEntry(
    409,
    '同时最多可扫码添加 {limit} 个账号，请先完成或关闭其他扫码窗口',
    'At most {limit} accounts can be paired at a time: finish or close another pairing first',
  ),
  'channel.pairings-busy': errorEntry(
    503,
    '当前扫码添加账号的人数较多，请稍后重试',
    'Too many accounts are being paired on this server: try again in a moment',
  ),
  'channel.purge-too-early': errorEntry(
    409,
    '共享账号最早可在离线 {days} 天后删除：天数须大于长期未活跃天数',
    'Shared accounts can be deleted after {days} days offline at the earliest: more than make an account long inactive',
  ),
  'channel.inactive-too-late': errorEntry(
    409,
    '共享账号离线 {days} 天后会被删除：长期未活跃天数须小于该天数',
    'Shared accounts are deleted after {days} days offline, so fewer days must make an account long inactive',
  ),
  'channel.origin-refused': errorEntry(
    403,
    '此网站不允许使用该聊天窗口',
    'This website is not allowed to use this chat widget',
  ),
} as const satisfies Record<string, ErrorEntry>;
