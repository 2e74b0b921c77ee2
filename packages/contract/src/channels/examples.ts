import { type ExamplesOf, exampleId, exampleTime } from '../example.ts';
import { proxyId } from '../proxies/examples.ts';
import { agent, subAccountId } from '../sub-accounts/examples.ts';
import type { AccountPairing } from './account-pairing.ts';
import type { PlatformInfo, SocialAccount } from './endpoints.ts';
import type { HistoryImport } from './history-import.ts';
import type * as endpoints from './index.ts';
import type { QuarantinedMessage } from './quarantine.ts';

export const socialAccountId = exampleId('social-account');
export const quarantinedMessageId = exampleId('quarantined-message');
/** The fields of the example social account that records include. */
export const account = { platform: 'webchat', name: 'Shop', handle: 'Shop' } as const;

const capabilities = {
  text: { maxCodePoints: 10_000 },
  media: {},
  deliveryReceipts: true,
  readReceipts: true,
  markRead: true,
  typing: { inbound: true, outbound: true },
  presence: true,
  history: false,
  startConversation: false,
  replies: false,
  edits: { inbound: false, outbound: true },
  deletions: { inbound: false, outbound: true, outboundHours: 48 },
  reactions: { inbound: false, outbound: false },
  groups: null,
};

const platform: PlatformInfo = {
  id: 'webchat',
  name: 'Website chat',
  available: true,
  capabilities,
  fields: [
    { name: 'siteName', secret: false, required: true, multiline: false, toggle: false, placeholder: null },
  ],
  pairing: null,
};

const socialAccount: SocialAccount = {
  id: socialAccountId,
  ...account,
  subAccountId,
  subAccountRemark: agent.subAccountRemark,
  enabled: true,
  state: 'online',
  stateReason: null,
  stateSince: exampleTime(-30),
  lastOnlineAt: exampleTime(),
  inactive: false,
  purgeAt: null,
  quarantined: 0,
  fansToday: { new: 3, repeat: 1 },
  fansTotal: { new: 120, repeat: 14, base: 40 },
  proxy: { mode: 'auto', id: proxyId, name: 'Madrid' },
  joinsGroups: null,
  templates: false,
  pairs: false,
  history: null,
  createdAt: exampleTime(-4_000),
  embed: `<script async src="https://chat.example.com/widget.js" data-site="${socialAccountId}"></script>`,
  webhookAddress: null,
};

const historyImport: HistoryImport = {
  range: '90-days',
  state: 'running',
  reason: null,
  messages: 1_200,
  fans: 80,
  skipped: 0,
  read: 1_500,
  total: 9_000,
  oldestAt: exampleTime(-30_000),
  limited: false,
  startedAt: exampleTime(-5),
  endedAt: null,
};

const pairing: AccountPairing = {
  id: exampleId('account-pairing'),
  platform: 'whatsapp',
  state: 'code',
  reason: null,
  code: { text: '2@kf93mD0s', validMs: 18_500 },
  account: null,
};

const credentials = { siteName: 'Shop', origins: '*' };

const quarantined: QuarantinedMessage = {
  id: quarantinedMessageId,
  socialAccountId,
  socialAccountName: account.name,
  platform: 'webchat',
  reason: 'conflict',
  excerpt: '{"text":"Hola"}',
  retryable: true,
  attempts: 5,
  receivedAt: exampleTime(-20),
  lastTriedAt: exampleTime(-10),
};

const filters = {
  search: 'Shop',
  platform: 'webchat',
  subAccountId,
  state: 'online',
  sort: 'name.asc',
} as const;

export const examples: ExamplesOf<typeof endpoints> = {
  platformList: { answer: [platform] },
  socialAccountPage: {
    query: { pageNo: 1, pageSize: 20, ...filters },
    answer: { list: [socialAccount], total: 1 },
  },
  exportSocialAccounts: { query: filters },
  socialAccountNames: {
    query: { ids: socialAccountId },
    answer: { list: [{ id: socialAccountId, platform: account.platform, name: account.name }] },
  },
  socialAccountSummary: {
    answer: {
      total: 3,
      online: 2,
      inactive: 0,
      purge: { announced: 1, firstAt: exampleTime(8_000) },
      refused: {
        total: 1,
        list: [
          {
            id: exampleId('refused-account'),
            platform: 'telegram',
            name: 'Bot',
            stateReason: 'port-pool',
            stateSince: exampleTime(-90),
          },
        ],
      },
      fansToday: socialAccount.fansToday,
      fansTotal: socialAccount.fansTotal,
    },
  },
  addSocialAccount: {
    body: { platform: 'webchat', subAccountId, name: 'Second shop', credentials, history: 'none' },
    answer: { ...socialAccount, id: exampleId('added-account'), name: 'Second shop' },
  },
  setSocialAccountEnabled: {
    body: { id: socialAccountId, enabled: false },
    answer: { ...socialAccount, enabled: false, state: 'offline' },
  },
  enableSocialAccounts: { body: { ids: [socialAccountId], enabled: true }, answer: { changed: 1 } },
  setSocialAccountProxy: {
    body: { socialAccountId, mode: 'chosen', proxyId },
    answer: { ...socialAccount, proxy: { mode: 'chosen', id: proxyId, name: 'Madrid' } },
  },
  setSocialAccountGroups: {
    body: { id: socialAccountId, joinsGroups: true },
    answer: { ...socialAccount, joinsGroups: true },
  },
  startAccountPairing: {
    body: { platform: 'whatsapp', subAccountId, name: 'Phone', values: {}, history: 'none' },
    answer: { ...pairing, state: 'waiting', code: null },
  },
  pairAccountAgain: {
    body: { id: socialAccountId, values: {} },
    answer: { ...pairing, state: 'waiting', code: null },
  },
  accountPairingNow: { params: { pairingId: pairing.id }, answer: pairing },
  cancelAccountPairing: {
    params: { pairingId: pairing.id },
    answer: { ...pairing, state: 'cancelled', code: null },
  },
  startHistoryImport: {
    body: { id: socialAccountId, range: '90-days' },
    answer: { ...socialAccount, history: { maxDays: null, latest: historyImport } },
  },
  retryHistoryImport: {
    body: { id: socialAccountId },
    answer: { ...socialAccount, history: { maxDays: null, latest: historyImport } },
  },
  cancelHistoryImport: {
    body: { id: socialAccountId },
    answer: {
      ...socialAccount,
      history: {
        maxDays: null,
        latest: { ...historyImport, state: 'cancelled', endedAt: exampleTime(-1) },
      },
    },
  },
  deskSocialAccounts: {
    answer: [
      {
        id: socialAccountId,
        ...account,
        state: 'online',
        stateReason: null,
        unread: 2,
        unreadConversations: 1,
        muted: false,
        guest: false,
        capabilities,
      },
    ],
  },
  muteSocialAccount: {
    body: { socialAccountId, muted: true },
    answer: { socialAccountId, muted: true },
  },
  renameSocialAccount: {
    body: { id: socialAccountId, name: 'Boutique' },
    answer: { ...socialAccount, name: 'Boutique' },
  },
  socialAccountCredentials: { query: { id: socialAccountId }, answer: { values: credentials } },
  replaceSocialAccountCredentials: { body: { id: socialAccountId, credentials }, answer: socialAccount },
  moveSocialAccount: { body: { id: socialAccountId, subAccountId }, answer: socialAccount },
  socialAccountContents: {
    query: { id: socialAccountId },
    answer: { conversations: 160, fans: 158, quarantined: 0 },
  },
  deleteSocialAccount: { body: { id: socialAccountId }, answer: null },
  socialAccountSettings: { answer: { inactiveAfterDays: 7 } },
  setSocialAccountSettings: { body: { inactiveAfterDays: 30 }, answer: { inactiveAfterDays: 30 } },
  getAccountPurge: { answer: { afterDays: null, leastDays: 31 } },
  previewAccountPurge: { query: { afterDays: 90 }, answer: { due: 2, firstAt: exampleTime(10_080) } },
  setAccountPurge: {
    body: { afterDays: 90, replaces: null },
    answer: { afterDays: 90, leastDays: 31 },
  },
  quarantinePage: {
    query: { pageNo: 1, pageSize: 20, socialAccountId },
    answer: { list: [quarantined], total: 1, evicted: 0 },
  },
  retryQuarantined: { body: { ids: [quarantinedMessageId] }, answer: { stored: 1, left: 0 } },
  discardQuarantined: { body: { ids: [quarantinedMessageId] }, answer: { changed: 1 } },
};
