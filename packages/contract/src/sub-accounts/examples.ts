import { type ExamplesOf, exampleId, exampleTime } from '../example.ts';
import type { SubAccount } from './endpoints.ts';
import type * as endpoints from './index.ts';

export const subAccountId = exampleId('sub-account');
/** Two more names of the example sub-account, for records that mention it. */
export const agent = { accountName: 'kfvu2a8m', subAccountRemark: 'Ana' } as const;

const decided = {
  remark: agent.subAccountRemark,
  platforms: ['webchat', 'telegram'],
  unlimited: false,
  autoAllocation: { below: 1_000, amount: 5_000 },
  portMode: 'dynamic',
  portLimit: 10,
  multiDevice: true,
  profileSharing: true,
  autoReply: true,
  sessionArchive: true,
  saveChatHistory: true,
  dedupeScope: 'workspace',
} satisfies Partial<SubAccount>;

const subAccount: SubAccount = {
  id: subAccountId,
  accountName: agent.accountName,
  status: 'normal',
  isDefault: false,
  ...decided,
  remaining: 18_400,
  usedToday: 1_250,
  usedTotal: 31_600,
  socialAccounts: { online: 2, total: 3 },
  portsTaken: 2,
  deskOnline: true,
  version: 1,
  createdAt: exampleTime(-5_000),
};

const filters = {
  sort: 'remark.asc',
  search: 'Ana',
  status: 'normal',
  platform: 'webchat',
  characters: 'limited',
  portMode: 'dynamic',
  sessions: 'online',
} as const;

export const examples: ExamplesOf<typeof endpoints> = {
  subAccountPage: {
    query: { pageNo: 1, pageSize: 20, ...filters },
    answer: { list: [subAccount], total: 1 },
  },
  getSubAccount: { query: { subAccountId }, answer: subAccount },
  subAccountNames: {
    query: { ids: subAccountId },
    answer: { list: [{ id: subAccountId, name: subAccount.remark, isOwners: false }] },
  },
  exportSubAccounts: { query: filters },
  createSubAccount: {
    body: { ...decided, status: 'normal', password: 'Lantern42', characters: 1_000 },
    answer: { subAccount, password: 'Lantern42' },
  },
  updateSubAccount: {
    body: { ...decided, subAccountId, version: 1 },
    answer: { ...subAccount, version: 2 },
  },
  setSubAccountStatus: { body: { ids: [subAccountId], status: 'disabled' }, answer: { changed: 1 } },
  deleteSubAccounts: { body: { ids: [subAccountId] }, answer: { changed: 1 } },
  resetSubAccountPassword: {
    body: { subAccountId, password: 'Lantern42' },
    answer: { accountName: agent.accountName, password: 'Lantern42' },
  },
  allocateCharacters: {
    body: { requestId: exampleId('allocation'), subAccountId, amount: 500, remark: 'March' },
    answer: { ...subAccount, remaining: 18_900 },
  },
  takeBackCharacters: {
    body: { requestId: exampleId('reclaim'), subAccountId, amount: 100, remark: 'Unused' },
    answer: { ...subAccount, remaining: 18_300 },
  },
  deskSelf: {
    answer: {
      subAccountId,
      accountName: agent.accountName,
      remark: agent.subAccountRemark,
      unlimited: false,
      remaining: 18_400,
      profileSharing: true,
    },
  },
};
