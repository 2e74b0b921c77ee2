/** All paths of the console, shared by menu, guards and links. */
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
 * Returns the target of an internal redirect: `/redirect/workplace%2Fhome?x=1` and `/redirect/workplace/home?x=1` lead
 * to `/workplace/home?x=1`. A target outside this console leads home.
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
    // Malformed percent-encoding.
    return '';
  }
}

/**
 * Guards against open redirects: browsers treat a backslash or a second slash as the start of another host and strip
 * control characters.
 */
function isOwnAddress(target: string): boolean {
  return /^\/(?![/\\])/.test(target) && !/[\p{Cc}\\]/u.test(target);
}

export const fanParameter = 'fan';
/** Path of a fan's details, which open above the list of fans. */
export const fanPath = (fanId: string): string =>
  `${paths.fansList}?${new URLSearchParams({ [fanParameter]: fanId })}`;

/** Path of the list of dedupe libraries, filtered by a library's name. */
export const dedupeLibraryPath = (name: string): string =>
  `${paths.dedupeLibraries}?${new URLSearchParams({ search: name })}`;

/** Pages that don't report the end of a session: the login and pages that need no session. */
export const withoutSession: ReadonlySet<string> = new Set([
  paths.login,
  paths.workOrderShare,
  paths.chatHistoryShare,
  paths.splitLinkReport,
]);

/** Returns the path of the login page, with the requested path and query as `redirect`. */
export function loginPath(target?: { pathname: string; search: string }): string {
  if (target === undefined) return paths.login;
  const pathname = target.pathname === '/' ? paths.home : target.pathname;
  if (pathname === paths.home && target.search === '') return paths.login;
  return `${paths.login}?${new URLSearchParams({ redirect: pathname + target.search })}`;
}

/** Pages for logged-out users; redirecting to one of them after the login would be a loop. */
const entryPaths: ReadonlySet<string> = new Set([paths.login, paths.register, paths.forgotPassword]);

/** Returns the path to open after the login. Only paths of this console are followed; anything else leads home. */
export function redirectTarget(query: URLSearchParams): string {
  const wanted = query.get('redirect');
  if (wanted === null || !isOwnAddress(wanted)) return paths.home;
  const [path = ''] = wanted.split(/[?#]/);
  return entryPaths.has(path) ? paths.home : wanted;
}
