/** Every address of the console, in the one place that menu, guards and links share. */
export const paths = {
  home: '/workplace/home',
  login: '/login',
  register: '/register',
  forgotPassword: '/forgotPassword',
  serviceAgreement: '/agreement/service',
  privacyPolicy: '/agreement/privacy',
  countingRules: '/agreement/counting',
  fansList: '/fansOperation/fansList',
  fansTag: '/fansOperation/fansTag',
  prospectiveFans: '/fansOperation/prospectiveFan',
  dedupeLibraries: '/fansOperation/dedupeLibrary',
  splitLinks: '/fansOperation/streamLink',
  splitLinkReport: '/fansOperation/streamLinkReport',
  chatHistory: '/internalControl/chatHistory',
  sensitiveWords: '/internalControl/sensitiveWord',
  ratings: '/internalControl/rating',
  auditLog: '/internalControl/auditLog',
  chatHistoryShare: '/chatHistory/share',
  materialConfig: '/material/config',
  quickReplies: '/material/quick',
  keywordReplies: '/material/keywordMessage',
  welcomeMessages: '/material/welcomeMessage',
  myAccount: '/promotion-manger/my-account',
  promotionCenter: '/promotion-manger/promotion-center',
  promotionReport: '/promotion-manger/promotion-report',
  subAccounts: '/subpage/sonAccount',
  socialAccounts: '/subpage/socialAccount',
  chatUse: '/subpage/chatUse',
  chatAllocation: '/subpage/chatAllocation',
  proxies: '/subpage/agentConfig',
  notifications: '/system/notification',
  notificationDetail: '/system/notification-detail',
  userInfo: '/user/info',
  userSetting: '/user/setting',
  userDetail: '/userCenter/userDetail',
  rechargeRecords: '/userCenter/recharge-record',
  workOrders: '/workOrder/platform',
  workOrderSharing: '/workOrder/multiAccount',
  workOrderShare: '/workOrder/share',
  forbidden: '/exception/403',
  notFound: '/exception/404',
  serverError: '/exception/500',
} as const;

/**
 * Returns the target of an internal redirect: `/redirect/workplace%2Fhome?x=1` and `/redirect/workplace/home?x=1` are
 * `/workplace/home?x=1`. What would leave this console leads home.
 */
export function redirectedTo({ pathname, search }: { pathname: string; search: string }): string {
  const [, wanted = ''] = /^\/redirect\/+(.*)$/.exec(pathname) ?? [];
  const target = `/${decoded(wanted).replace(/^\/+/, '')}`;
  return isOwnAddress(target) && !target.startsWith('/redirect/') ? target + search : paths.home;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A lone percent sign.
    return '';
  }
}

/**
 * The address bar is anybody's to write: a backslash or a second slash would be read by the browser as another
 * host, and control characters are cut.
 */
function isOwnAddress(target: string): boolean {
  return /^\/(?![/\\])/.test(target) && !/[\p{Cc}\\]/u.test(target);
}

export const fanParameter = 'fan';
/** The details of a person, above the list of fans. */
export const fanPath = (fanId: string): string =>
  `${paths.fansList}?${new URLSearchParams({ [fanParameter]: fanId })}`;

/** Pages on which the end of a session isn't shown: the login, and pages that need no session. */
export const withoutSession: ReadonlySet<string> = new Set([
  paths.login,
  paths.workOrderShare,
  paths.chatHistoryShare,
  paths.splitLinkReport,
]);

/** The login page that leads back to where the visitor wanted to go, query included. */
export function loginPath(target?: { pathname: string; search: string }): string {
  if (target === undefined) return paths.login;
  const pathname = target.pathname === '/' ? paths.home : target.pathname;
  if (pathname === paths.home && target.search === '') return paths.login;
  return `${paths.login}?${new URLSearchParams({ redirect: pathname + target.search })}`;
}

/** Pages for logged-out users: leading back to one of them after the login would go round in circles. */
const entryPaths: ReadonlySet<string> = new Set([paths.login, paths.register, paths.forgotPassword]);

/** Returns where to go after the login: only a path of this very console is followed, everything else leads home. */
export function redirectTarget(query: URLSearchParams): string {
  const wanted = query.get('redirect');
  if (wanted === null || !isOwnAddress(wanted)) return paths.home;
  const [path = ''] = wanted.split(/[?#]/);
  return entryPaths.has(path) ? paths.home : wanted;
}
