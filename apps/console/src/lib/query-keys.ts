/** The first part of each noun's query keys, so that a change of one noun can invalidate queries of another. */
export const queryKeys = {
  user: ['user'],
  /** The user whose data is kept after the end of a session. */
  keptFor: ['kept-for'],
  systemConfig: ['system-config'],
  quickLink: ['quick-link'],
  characters: ['characters'],
  /** Usage and allocations of characters, as at the time of the request. */
  characterRecords: ['character-records'],
  /** Characters by day, for a chart. */
  characterDays: ['character-days'],
  fans: ['fans'],
  fanStatistics: ['fan-statistics'],
  fanSettings: ['fan-settings'],
  subAccounts: ['sub-accounts'],
  /** The pages of the list only. */
  subAccountPages: ['sub-accounts', 'page'],
  socialAccounts: ['social-accounts'],
  /** All queries that hold a `list` of social accounts. */
  socialAccountLists: ['social-accounts', 'list'],
  /** The totals over all social accounts. */
  socialAccountSummary: ['social-accounts', 'summary'],
  /** The current holders of ports. */
  ports: ['ports'],
  /** Past sessions, as at the time of the request. */
  pastSessions: ['past-sessions'],
  platforms: ['platforms'],
  /** Inbound messages that could not be stored. */
  quarantine: ['quarantine'],
  messageTemplates: ['message-templates'],
  proxies: ['proxies'],
  proxyPages: ['proxies', 'page'],
  dedupeLibraries: ['dedupe-libraries'],
  /** Imports into dedupe libraries; refetched while they run. */
  dedupeImports: ['dedupe-imports'],
  workOrderShares: ['work-order-shares'],
  workOrders: ['work-orders'],
  isolationProfiles: ['isolation-profiles'],
  visitorBudgets: ['visitor-budgets'],
  fanTags: ['fan-tags'],
  /** The latest bulk tagging of all matching fans. */
  fanTagging: ['fan-tagging'],
  quickReplies: ['quick-replies'],
  materials: ['materials'],
  materialGroups: ['material-groups'],
  replyRules: ['reply-rules'],
  chatHistory: ['chat-history'],
  sensitiveWordRules: ['sensitive-word-rules'],
  splitLinks: ['split-links'],
  splitLinkRecords: ['split-link-records'],
  splitLinkSources: ['split-link-sources'],
  splitLinkToEdit: ['split-link-to-edit'],
  splitReportShare: ['split-report-share'],
  splitLinkSettings: ['split-link-settings'],
  splitDomains: ['split-domains'],
  sensitiveWordRecords: ['sensitive-word-records'],
  sensitiveWordAlerts: ['sensitive-word-alerts'],
  prospectiveFans: ['prospective-fans'],
  ratings: ['ratings'],
  auditLog: ['audit-log'],
  /** Lists of notifications, which change when one is read; a single one has a separate key. */
  notifications: ['notifications'],
  notification: ['notification'],
  contacts: ['contacts'],
  certification: ['certification'],
} as const;
