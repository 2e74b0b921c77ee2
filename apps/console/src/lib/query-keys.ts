/** The first part of each noun's query keys, so that a change of one noun can refresh what another shows of it. */
export const queryKeys = {
  user: ['user'],
  /** The user whose data is still there after the end of a session. */
  keptFor: ['kept-for'],
  systemConfig: ['system-config'],
  quickLink: ['quick-link'],
  characters: ['characters'],
  /** Usage and allocations of characters, as they were when they were requested. */
  characterRecords: ['character-records'],
  /** Characters by day, for a chart. */
  characterDays: ['character-days'],
  fans: ['fans'],
  fanStatistics: ['fan-statistics'],
  fanSettings: ['fan-settings'],
  subAccounts: ['sub-accounts'],
  /** Of these, the pages of the list. */
  subAccountPages: ['sub-accounts', 'page'],
  socialAccounts: ['social-accounts'],
  /** Of these, what holds a `list` of social accounts. */
  socialAccountLists: ['social-accounts', 'list'],
  /** Of these, the figures over all. */
  socialAccountSummary: ['social-accounts', 'summary'],
  /** The holders of ports, now. */
  ports: ['ports'],
  /** Sessions that are over: as they were when they were asked for. */
  pastSessions: ['past-sessions'],
  platforms: ['platforms'],
  /** Inbound messages that could not be stored. */
  quarantine: ['quarantine'],
  messageTemplates: ['message-templates'],
  proxies: ['proxies'],
  proxyPages: ['proxies', 'page'],
  dedupeLibraries: ['dedupe-libraries'],
  /** Imports into them, which change while they run. */
  dedupeImports: ['dedupe-imports'],
  workOrderShares: ['work-order-shares'],
  workOrders: ['work-orders'],
  isolationProfiles: ['isolation-profiles'],
  visitorBudgets: ['visitor-budgets'],
  fanTags: ['fan-tags'],
  /** The latest tagging of all fans that match. */
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
  /** Lists of them, which change when one is read; the one that is read stands apart. */
  notifications: ['notifications'],
  notification: ['notification'],
  contacts: ['contacts'],
  certification: ['certification'],
} as const;
