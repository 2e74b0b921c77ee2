import type { ComponentType } from 'react';
import { paths } from '../lib/paths.ts';
import { allocationRoles, anyRole, type Roles } from '../lib/privileges.ts';

/** The menu's sections in display order. */
export const sections = [
  'workplace',
  'fansOperation',
  'internalControl',
  'material',
  'workOrder',
  'subpage',
  'promotion',
  'system',
  'userCenter',
] as const;
export type SectionId = (typeof sections)[number];

/** The content of a page: its code, or the i18n key of the sentence that announces it. */
type Shown = { load: () => Promise<ComponentType>; later?: never } | { later: string; load?: never };

type Row = Shown & {
  path: string;
  /** i18n key of the page's name in menu, tab and window title. */
  title: string;
};

/** A page inside the shell, with menu and tab bar, kept alive while its tab is open. */
export type ShellPage = Row & {
  frame: 'shell';
  section: SectionId;
  roles: Roles;
  /** Reachable, but not in the menu. */
  hidden?: true;
  /** Needs no login: a logged-out user sees it without the shell. */
  open?: true;
  /** The privilege code by which a package includes the page; without it an upgrade is offered instead. */
  feature?: string;
};

/**
 * `entry`: for logged-out users; others are redirected home. `bare`: with or without a session. Neither is inside the
 * shell.
 */
export type BarePage = Row & { frame: 'entry' | 'bare' };

export type RouteRow = ShellPage | BarePage;

type Loader = { load: () => Promise<ComponentType> };
type More = Partial<Pick<ShellPage, 'roles' | 'hidden' | 'open' | 'feature'>>;

const page = (section: SectionId, path: string, name: string, shown: Loader | 'later', more: More = {}) =>
  ({
    ...(shown === 'later' ? { later: `later.${name}` } : shown),
    frame: 'shell',
    section,
    path,
    title: `page.${name}`,
    roles: anyRole,
    ...more,
  }) satisfies ShellPage;

const bare = (frame: BarePage['frame'], path: string, name: string, shown: Loader | 'later') =>
  ({
    ...(shown === 'later' ? { later: `later.${name}` } : shown),
    frame,
    path,
    title: `page.${name}`,
  }) satisfies BarePage;

const sharePage: Loader = { load: async () => (await import('../pages/SharePage.tsx')).SharePage };

const hidden = { hidden: true } as const;

/**
 * All pages of the console with their guards. To register a page, replace `'later'` by `{ load }`; a test compares the
 * remaining ones with `docs/coming-soon.md`.
 */
export const routes: readonly RouteRow[] = [
  bare('entry', paths.login, 'login', {
    load: async () => (await import('../pages/login/Login.tsx')).Login,
  }),
  bare('entry', paths.register, 'register', {
    load: async () => (await import('../pages/register/Register.tsx')).Register,
  }),
  bare('entry', paths.forgotPassword, 'forgotPassword', {
    load: async () => (await import('../pages/forgot-password/ForgotPassword.tsx')).ForgotPassword,
  }),
  bare('bare', paths.serviceAgreement, 'serviceAgreement', {
    load: async () => (await import('../pages/agreements/Agreements.tsx')).ServiceAgreement,
  }),
  bare('bare', paths.privacyPolicy, 'privacyPolicy', {
    load: async () => (await import('../pages/agreements/Agreements.tsx')).PrivacyPolicy,
  }),
  bare('bare', paths.countingRules, 'countingRules', {
    load: async () => (await import('../pages/agreements/Agreements.tsx')).CountingRules,
  }),
  bare('bare', paths.workOrderShare, 'workOrderShare', sharePage),
  bare('bare', paths.chatHistoryShare, 'chatHistoryShare', sharePage),
  // The operator's screens, with a separate login and without the console's shell.
  bare('bare', '/operator/*', 'operator', {
    load: async () => (await import('../pages/operator/OperatorApp.tsx')).OperatorApp,
  }),
  bare('bare', paths.forbidden, 'forbidden', {
    load: async () => (await import('../pages/exception/ErrorPage.tsx')).Forbidden,
  }),
  bare('bare', paths.notFound, 'notFound', {
    load: async () => (await import('../pages/exception/ErrorPage.tsx')).LooseNotFound,
  }),
  bare('bare', paths.serverError, 'serverError', {
    load: async () => (await import('../pages/exception/ErrorPage.tsx')).ServerError,
  }),

  page('workplace', paths.home, 'home', {
    load: async () => (await import('../pages/workplace/home/Home.tsx')).Home,
  }),
  page('fansOperation', paths.fansList, 'fansList', {
    load: async () => (await import('../pages/fans-operation/fans-list/FansList.tsx')).FansList,
  }),
  page('fansOperation', paths.prospectiveFans, 'prospectiveFans', {
    load: async () =>
      (await import('../pages/fans-operation/prospective-fans/ProspectiveFans.tsx')).ProspectiveFans,
  }),
  page('fansOperation', paths.fansTag, 'fansTag', {
    load: async () => (await import('../pages/fans-operation/fans-tag/FansTag.tsx')).FansTag,
  }),
  page('fansOperation', paths.dedupeLibraries, 'dedupeLibraries', {
    load: async () =>
      (await import('../pages/fans-operation/dedupe-library/DedupeLibraries.tsx')).DedupeLibraries,
  }),
  page('fansOperation', paths.splitLinks, 'splitLinks', {
    load: async () => (await import('../pages/fans-operation/stream-link/SplitLinks.tsx')).SplitLinks,
  }),
  page('fansOperation', paths.splitLinkReport, 'splitLinkReport', sharePage, { hidden: true, open: true }),
  page('internalControl', paths.chatHistory, 'chatHistory', {
    load: async () => (await import('../pages/internal-control/chat-history/ChatHistory.tsx')).ChatHistory,
  }),
  page('internalControl', paths.sensitiveWords, 'sensitiveWords', {
    load: async () =>
      (await import('../pages/internal-control/sensitive-words/SensitiveWords.tsx')).SensitiveWords,
  }),
  page('internalControl', paths.ratings, 'ratings', {
    load: async () => (await import('../pages/internal-control/ratings/Ratings.tsx')).Ratings,
  }),
  page('internalControl', paths.auditLog, 'auditLog', {
    load: async () => (await import('../pages/internal-control/audit-log/AuditLog.tsx')).AuditLog,
  }),
  page('material', paths.materialConfig, 'materialConfig', {
    load: async () => (await import('../pages/material/config/MaterialLibrary.tsx')).MaterialLibrary,
  }),
  page('material', paths.quickReplies, 'quickReplies', {
    load: async () => (await import('../pages/material/quick/QuickReplies.tsx')).QuickReplies,
  }),
  page('material', paths.welcomeMessages, 'welcomeMessages', {
    load: async () => (await import('../pages/material/welcome-message/WelcomeMessages.tsx')).WelcomeMessages,
  }),
  page('material', paths.keywordReplies, 'keywordReplies', {
    load: async () => (await import('../pages/material/keyword-message/KeywordReplies.tsx')).KeywordReplies,
  }),
  page('workOrder', paths.workOrders, 'workOrders', {
    load: async () => (await import('../pages/work-order/platform/WorkOrders.tsx')).WorkOrders,
  }),
  page('workOrder', paths.workOrderSharing, 'workOrderSharing', {
    load: async () => (await import('../pages/work-order/multi-account/MultiAccount.tsx')).MultiAccount,
  }),
  page('subpage', paths.subAccounts, 'subAccounts', {
    load: async () => (await import('../pages/subpage/son-account/SubAccounts.tsx')).SubAccounts,
  }),
  page('subpage', paths.socialAccounts, 'socialAccounts', {
    load: async () => (await import('../pages/subpage/social-account/SocialAccounts.tsx')).SocialAccounts,
  }),
  page('subpage', paths.chatUse, 'chatUse', {
    load: async () => (await import('../pages/subpage/chat-use/ChatUse.tsx')).ChatUse,
  }),
  page(
    'subpage',
    paths.chatAllocation,
    'chatAllocation',
    {
      load: async () => (await import('../pages/subpage/chat-allocation/ChatAllocation.tsx')).ChatAllocation,
    },
    { roles: allocationRoles },
  ),
  page('subpage', paths.proxies, 'proxies', {
    load: async () => (await import('../pages/subpage/agent-config/Proxies.tsx')).Proxies,
  }),
  page('promotion', paths.myAccount, 'myAccount', 'later'),
  page('promotion', paths.promotionCenter, 'promotionCenter', 'later'),
  page('promotion', paths.promotionReport, 'promotionReport', 'later'),
  page('system', paths.notifications, 'notifications', {
    load: async () => (await import('../pages/system/notification/Notifications.tsx')).Notifications,
  }),
  page(
    'system',
    paths.notificationDetail,
    'notificationDetail',
    {
      load: async () =>
        (await import('../pages/system/notification-detail/NotificationDetail.tsx')).NotificationDetail,
    },
    hidden,
  ),
  page(
    'userCenter',
    paths.userInfo,
    'userInfo',
    { load: async () => (await import('../pages/user/info/UserInfo.tsx')).UserInfo },
    hidden,
  ),
  page(
    'userCenter',
    paths.userSetting,
    'userSetting',
    { load: async () => (await import('../pages/user/setting/UserSetting.tsx')).UserSetting },
    hidden,
  ),
  page('userCenter', paths.userDetail, 'userDetail', {
    load: async () => (await import('../pages/user-center/user-detail/UserDetail.tsx')).UserDetail,
  }),
  page('userCenter', paths.rechargeRecords, 'rechargeRecords', 'later'),
];

export const shellPages: readonly ShellPage[] = routes.filter((row) => row.frame === 'shell');

export const barePages: readonly BarePage[] = routes.filter((row) => row.frame !== 'shell');
