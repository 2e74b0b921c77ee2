/**
 * The closed catalogue of what the audit log records. The key is stable: filters, exports and stored rows name it,
 * so an entry is never renamed or removed, even when nothing records it any more.
 */
import type { InterfaceLanguage } from '../envelope.ts';

type Texts = Readonly<Record<InterfaceLanguage, string>>;

const action = (zh: string, en: string): Texts => ({ 'zh-CN': zh, 'en-US': en });

export const auditActions = {
  'account.registered': action('注册账号', 'Account registered'),
  'login.succeeded': action('登录成功', 'Logged in'),
  'login.refused': action('登录被拒绝', 'Login rejected'),
  'login.handed-over': action('生成快捷登录码', 'Quick login code created'),
  'session.ended': action('退出登录', 'Login session ended'),
  'session.all-ended': action('退出全部登录', 'All login sessions ended'),
  'password.changed': action('修改密码', 'Password changed'),
  'password.reset': action('通过邮箱重置密码', 'Password reset by e-mail'),
  'password.refused': action('密码或验证码错误', 'Password or code rejected'),
  'email.changed': action('修改邮箱', 'E-mail address changed'),
  'two-factor.enabled': action('开启两步验证', 'Two-factor authentication enabled'),
  'two-factor.disabled': action('关闭两步验证', 'Two-factor authentication disabled'),
  'two-factor.codes-renewed': action('重新生成恢复码', 'Recovery codes renewed'),
  'two-factor.reset': action('管理员重置两步验证', 'Two-factor authentication reset by the operator'),
  'profile.changed': action('修改个人资料', 'Profile changed'),
  'certification.submitted': action('提交企业认证', 'Certification submitted'),
  'certification.withdrawn': action('撤回企业认证', 'Certification withdrawn'),
  'certification.decided': action('审核企业认证', 'Certification reviewed'),
  'owner.disabled': action('停用主账号', 'Owner disabled'),
  'owner.enabled': action('启用主账号', 'Owner enabled'),
  'sub-account.created': action('新增子账号', 'Sub-account created'),
  'sub-account.changed': action('修改子账号', 'Sub-account changed'),
  'sub-account.enabled': action('启用子账号', 'Sub-account enabled'),
  'sub-account.disabled': action('停用子账号', 'Sub-account disabled'),
  'sub-account.deleted': action('删除子账号', 'Sub-account deleted'),
  'sub-account.password-changed': action('重置子账号密码', 'Sub-account password changed'),
  'characters.allocated': action('分配字符', 'Characters allocated'),
  'characters.taken-back': action('收回字符', 'Characters reclaimed'),
  'characters.granted': action('发放字符', 'Characters granted'),
  'ports.granted': action('设置端口总数', 'Ports set'),
  'proxy.created': action('新增代理', 'Proxy created'),
  'proxy.imported': action('导入代理', 'Proxies imported'),
  'proxy.changed': action('修改代理', 'Proxy changed'),
  'proxy.deleted': action('删除代理', 'Proxy deleted'),
  'dedupe-library.created': action('新增重粉库', 'Dedupe library created'),
  'dedupe-library.changed': action('修改重粉库', 'Dedupe library changed'),
  'dedupe-library.enabled': action('启用重粉库', 'Dedupe library enabled'),
  'dedupe-library.disabled': action('停用重粉库', 'Dedupe library disabled'),
  'dedupe-library.deleted': action('删除重粉库', 'Dedupe library deleted'),
  'dedupe-library.entries-added': action('新增重粉库条目', 'Dedupe library entries added'),
  'dedupe-library.entry-removed': action('移除重粉库条目', 'Dedupe library entry removed'),
  'dedupe-library.import-started': action('导入重粉库', 'Dedupe library import started'),
  'dedupe-library.import-cancelled': action('取消导入重粉库', 'Dedupe library import cancelled'),
  'social-account.created': action('新增社交账号', 'Social account created'),
  'social-account.changed': action('修改社交账号', 'Social account changed'),
  'social-account.enabled': action('启用社交账号', 'Social account enabled'),
  'social-account.disabled': action('停用社交账号', 'Social account disabled'),
  'social-account.proxy-changed': action('修改社交账号的代理', 'Social account’s proxy changed'),
  'social-account.credentials-changed': action('更换社交账号凭据', 'Social account’s credentials replaced'),
  'social-account.moved': action('转移社交账号', 'Social account moved'),
  'social-account.deleted': action('删除社交账号', 'Social account deleted'),
  'isolation-profile.changed': action('修改隔离环境', 'Isolation profile changed'),
  'visitor-budget.changed': action('修改访客翻译额度', 'Visitor budget changed'),
  'fan.changed': action('修改粉丝资料', 'Fan changed'),
  'fan.tagged': action('设置粉丝标签', 'Fans tagged'),
  'fan.merged': action('合并粉丝', 'Fans merged'),
  'fan.merge-undone': action('撤销粉丝合并', 'Fan merge undone'),
  'fan-tag.created': action('新增粉丝标签', 'Fan tag created'),
  'fan-tag.changed': action('修改粉丝标签', 'Fan tag changed'),
  'fan-tag.merged': action('合并粉丝标签', 'Fan tags merged'),
  'fan-tag.deleted': action('删除粉丝标签', 'Fan tag deleted'),
  'quarantine.retried': action('重试隔离的消息', 'Quarantined message retried'),
  'quarantine.discarded': action('丢弃隔离的消息', 'Quarantined message discarded'),
  'fan-statistics.reset': action('重置粉丝统计', 'Fan statistics reset'),
  'fan-statistics.reset-undone': action('撤销粉丝统计重置', 'Fan statistics reset undone'),
  'workspace-settings.changed': action('修改工作区设置', 'Workspace settings changed'),
  'translation-settings.changed': action('修改翻译设置', 'Translation settings changed'),
  'system-settings.changed': action('修改系统设置', 'System settings changed'),
  'tenant.created': action('新增租户', 'Tenant created'),
  'tenant.changed': action('修改租户', 'Tenant changed'),
  'tenant.deleted': action('删除租户', 'Tenant deleted'),
  'contact.created': action('新增官方联系方式', 'Official contact created'),
  'contact.changed': action('修改官方联系方式', 'Official contact changed'),
  'contact.deleted': action('删除官方联系方式', 'Official contact deleted'),
  'notification.published': action('发布通知', 'Notification published'),
  'notification.changed': action('修改通知', 'Notification changed'),
  'notification.deleted': action('删除通知', 'Notification deleted'),
  'work-order.created': action('新增工单', 'Work order created'),
  'work-order.changed': action('修改工单', 'Work order changed'),
  'work-order.closed': action('关闭工单', 'Work order closed'),
  'work-order.reopened': action('重新打开工单', 'Work order reopened'),
  'work-order.deleted': action('删除工单', 'Work order deleted'),
  'work-order-share.created': action('分享工单', 'Work order shared'),
  'work-order-share.changed': action('修改工单分享', 'Work order share changed'),
  'work-order-share.enabled': action('启用工单分享', 'Work order share enabled'),
  'work-order-share.disabled': action('停用工单分享', 'Work order share disabled'),
  'work-order-share.cancelled': action('取消工单分享', 'Work order share cancelled'),
  'work-order-share.deleted': action('删除工单分享', 'Work order share deleted'),
  'work-order-share.password-changed': action('修改工单分享密码', 'Password of a work order’s links changed'),
  'records.exported': action('导出记录', 'Records exported'),
  'chat-history.read': action('查看聊天记录', 'Chat history viewed'),
  'mail.read': action('查看邮件', 'Mail viewed'),
} as const satisfies Record<string, Texts>;

export type AuditAction = keyof typeof auditActions;

/**
 * The audit entries of an endpoint: the actions that its handler records, in the transaction of its work; or why it
 * records nothing. Endpoints that write and endpoints that export must declare it.
 */
export type AuditDeclaration =
  | AuditAction
  | readonly [AuditAction, ...AuditAction[]]
  | { readonly none: string };

export const auditActorNames = {
  owner: action('主账号', 'Owner'),
  'sub-account': action('子账号', 'Sub-account'),
  operator: action('管理员', 'Operator'),
  system: action('系统', 'System'),
  anonymous: action('未登录', 'Not logged in'),
} as const satisfies Record<string, Texts>;

export const auditObjectKindNames = {
  owner: action('主账号', 'Owner'),
  operator: action('管理员', 'Operator'),
  'sub-account': action('子账号', 'Sub-account'),
  workspace: action('工作区', 'Workspace'),
  proxy: action('代理', 'Proxy'),
  'social-account': action('社交账号', 'Social account'),
  conversation: action('会话', 'Conversation'),
  fan: action('粉丝', 'Fan'),
  'fan-tag': action('粉丝标签', 'Fan tag'),
  'dedupe-library': action('重粉库', 'Dedupe library'),
  'work-order': action('工单', 'Work order'),
  'work-order-share': action('工单分享', 'Work order share'),
  tenant: action('租户', 'Tenant'),
  contact: action('官方联系方式', 'Official contact'),
  notification: action('通知', 'Notification'),
  records: action('记录', 'Records'),
  settings: action('设置', 'Settings'),
} as const satisfies Record<string, Texts>;

/** Names of things that are no rows, by the id that an entry has for them. */
export const auditObjectNames: Readonly<Record<string, Texts>> = {
  'audit-log': action('审计日志', 'Audit log'),
  'character-usage': action('字符使用记录', 'Character usage'),
  'character-allocations': action('字符分配记录', 'Character allocations'),
  fans: action('粉丝列表', 'Fans'),
  'sub-accounts': action('子账号列表', 'Sub-accounts'),
  proxies: action('代理列表', 'Proxies'),
  'chat-history': action('聊天记录列表', 'Conversation list'),
  'work-orders': action('工单列表', 'Work orders'),
  quarantine: action('隔离的消息', 'Quarantined messages'),
  mails: action('发件箱', 'Mail outbox'),
  system: action('系统设置', 'System settings'),
  'time-zone': action('时区', 'Time zone'),
  'inactive-days': action('长期未活跃天数', 'Days until inactive'),
  'fan-inactive-days': action('粉丝长期未活跃天数', 'Days until fans are inactive'),
  'fan-statistics': action('粉丝统计', 'Fan statistics'),
};
