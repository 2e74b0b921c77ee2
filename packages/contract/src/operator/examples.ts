import { type ExamplesOf, exampleId, exampleTime } from '../example.ts';
import { ownerEmail, userId, workspaceId } from '../identity/examples.ts';
import type * as endpoints from './index.ts';

const ownerFilters = { search: 'ana', state: 'enabled', sort: 'email.asc' } as const;

export const examples: ExamplesOf<typeof endpoints> = {
  mailPage: {
    query: { pageNo: 1, pageSize: 20, search: 'code' },
    answer: {
      list: [
        {
          id: exampleId('mail'),
          to: ownerEmail,
          subject: 'Your verification code',
          text: 'Your code is 123456. It is valid for 10 minutes.',
          state: 'sent',
          problem: null,
          createdAt: exampleTime(-1),
        },
      ],
      total: 1,
    },
  },
  grantCharacters: {
    body: { requestId: exampleId('grant'), ownerEmail, amount: 50_000, remark: 'March' },
    answer: { ownerRemaining: 990_000 },
  },
  ownerPage: {
    query: { pageNo: 1, pageSize: 20, ...ownerFilters },
    answer: {
      list: [
        {
          id: userId,
          workspaceId,
          email: ownerEmail,
          accountId: '482913750264',
          nickname: 'Ana',
          tenant: null,
          registeredAt: exampleTime(-9_000),
          lastActiveAt: exampleTime(-5),
          disabled: null,
          subAccounts: 4,
          twoFactor: true,
        },
      ],
      total: 1,
    },
  },
  exportOwners: { query: ownerFilters },
  disableOwner: { params: { userId }, body: { reason: 'Unpaid' }, answer: null },
  enableOwner: { params: { userId }, answer: null },
  resetOwnerTwoFactor: { params: { userId }, answer: null },
};
