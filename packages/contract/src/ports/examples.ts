import { account, socialAccountId } from '../channels/examples.ts';
import { type ExamplesOf, exampleCursor, exampleId, exampleTime } from '../example.ts';
import { ownerEmail } from '../identity/examples.ts';
import { agent, subAccountId } from '../sub-accounts/examples.ts';
import type * as endpoints from './index.ts';

const holder = { id: exampleId('port-session'), socialAccountId, ...account, subAccountId, ...agent };
const filters = { subAccountId, platform: 'webchat' } as const;
const heldFilters = { ...filters, search: 'Shop', sort: 'name.asc' } as const;

export const examples: ExamplesOf<typeof endpoints> = {
  portSummary: { answer: { total: 10, fixed: 3, dynamicTaken: 2, free: 5, online: 4 } },
  heldPortPage: {
    query: { pageNo: 1, pageSize: 20, ...heldFilters },
    answer: {
      list: [{ ...holder, state: 'online', takenAt: exampleTime(-30), leasedUntil: exampleTime(1.5) }],
      total: 1,
    },
  },
  exportHeldPorts: { query: heldFilters },
  pastSessionPage: {
    query: { cursor: exampleCursor, pageSize: 50, pageNo: 1, ...filters },
    answer: {
      list: [{ ...holder, startedAt: exampleTime(-300), endedAt: exampleTime(-60), end: 'logged-out' }],
      nextCursor: null,
    },
  },
  setWorkspacePorts: { body: { ownerEmail, ports: 25 }, answer: { total: 25 } },
};
