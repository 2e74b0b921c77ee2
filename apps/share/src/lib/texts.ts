/** Texts of the pages. They are small enough to include both languages, so that switching needs no request. */

export type ShareLanguage = 'zh-CN' | 'en-US';

const chinese = {
  loading: '加载中…',
  password: '请输入访问密码',
  passwordHint: '该分享需要密码，请向分享者索取',
  enter: '查看',
  noPassword: '请填写访问密码',
  wrong: '访问密码错误，请重新输入',
  locked: '密码错误次数过多，请在 {minutes} 分钟后重试',
  'not-found': '分享链接不存在',
  disabled: '该分享已被停用',
  cancelled: '该分享已被取消',
  expired: '该分享已过期',
  'chat-not-found': '该会话不存在，或不再展示',
  goneHint: '如需继续查看，请联系分享者',
  unreachable: '无法连接服务器，正在重试…',
  noAnswer: '无法连接服务器，请重试',
  live: '实时',
  until: '有效期至 {time}',
  timesIn: '时间为 {zone}',
  rules: '计数规则',
  language: 'English',
  theme: '切换深浅色',
};
/** The texts common to all pages. */
export type ShellTexts = { readonly [Key in keyof typeof chinese]: string };

const english: ShellTexts = {
  loading: 'Loading…',
  password: 'Enter the password',
  passwordHint: 'This link has a password. Ask the person who shared it.',
  enter: 'View',
  noPassword: 'Enter the password to continue',
  wrong: 'Wrong password, try again',
  locked: 'Too many wrong passwords, try again in {minutes} min',
  'not-found': 'This link does not exist',
  disabled: 'This link is disabled',
  cancelled: 'Sharing was cancelled',
  expired: 'This link has expired',
  'chat-not-found': 'The conversation does not exist or is not shown any more',
  goneHint: 'Contact the person who shared it to see more',
  unreachable: 'The server can’t be reached, trying again…',
  noAnswer: 'The server can’t be reached. Try again.',
  live: 'Live',
  until: 'Valid until {time}',
  timesIn: 'Times in {zone}',
  rules: 'Counting rules',
  language: '中文',
  theme: 'Switch between light and dark',
};

export const shellTexts = (language: ShareLanguage): ShellTexts => (language === 'zh-CN' ? chinese : english);

/** Replaces `{name}` by values. */
export const filled = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));

/** Returns the language that the visitor chose last, else the browser's preferred one. */
export const languageOf = (stored: string | null, preferred: string): ShareLanguage => {
  if (stored === 'zh-CN' || stored === 'en-US') return stored;
  return /^zh/i.test(preferred) ? 'zh-CN' : 'en-US';
};
