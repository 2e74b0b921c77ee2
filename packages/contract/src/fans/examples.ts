import { socialAccountId } from '../channels/examples.ts';
import { conversationId } from '../conversations/examples.ts';
import { type ExamplesOf, exampleCursor, exampleId, exampleTime } from '../example.ts';
import { subAccountId } from '../sub-accounts/examples.ts';
import type { Fan } from './endpoints.ts';
import type * as endpoints from './index.ts';

export const fanRowId = exampleId('fan-row');
export const fanId = exampleId('fan');
export const otherFanId = exampleId('other-fan');
export const mergeId = exampleId('fan-merge');
const tagId = exampleId('fan-tag');

const fanFilterExample = {
  search: 'Marta',
  subAccountIds: subAccountId,
  socialAccountIds: socialAccountId,
  platforms: 'telegram,whatsapp',
  types: 'new,repeat',
  tagIds: tagId,
  from: '2026-02-01',
  to: '2026-03-02',
  activity: 'active',
  workOrderId: exampleId('work-order'),
} as const;

const notes = { alias: 'Marta R.', phone: '+34 600 000 000', note: 'Size 38.' };
const place = {
  platform: 'telegram',
  subAccountId,
  subAccountName: 'Ana',
  socialAccountId,
  socialAccountName: 'Web shop',
} as const;

const row: Fan = {
  id: fanRowId,
  fanId,
  type: 'new',
  nickname: 'Marta',
  account: '5550123',
  handle: 'marta_r',
  link: 'https://t.me/marta_r',
  ...notes,
  ...place,
  grownAt: exampleTime(-600),
  lastActiveAt: exampleTime(-20),
  active: true,
  firstLoginAt: exampleTime(-90_000),
  onlineSince: exampleTime(-240),
  tagIds: [tagId],
};

export const examples: ExamplesOf<typeof endpoints> = {
  fanPage: {
    query: { ...fanFilterExample, sort: 'lastActiveAt.desc', cursor: exampleCursor, pageSize: 50, pageNo: 1 },
    answer: { list: [row], nextCursor: null },
  },
  countFans: { query: fanFilterExample, answer: { count: 10_000, more: true } },
  exportFans: { query: { ...fanFilterExample, sort: 'grownAt.desc' } },
  getFan: {
    query: { fanId },
    answer: {
      fanId,
      nickname: 'Marta',
      firstSeenAt: row.grownAt,
      identities: [
        {
          id: exampleId('fan-identity'),
          platform: 'telegram',
          account: '5550123',
          handle: 'marta_r',
          link: row.link,
          ownFanId: fanId,
          knownSince: row.grownAt,
        },
      ],
      rows: [{ ...row, conversationId }],
    },
  },
  getFanProfile: { query: { rowId: fanRowId }, answer: { ...notes, shared: true, version: 1 } },
  updateFan: {
    body: { rowId: fanRowId, version: 0, shared: true, ...notes },
    answer: { ...notes, shared: true, version: 1 },
  },
  fanLog: {
    query: { fanId, cursor: exampleCursor, pageSize: 50, pageNo: 1 },
    answer: {
      list: [
        {
          id: exampleId('split-visit'),
          at: exampleTime(-200),
          kind: 'split-link',
          ...place,
          splitLinkId: exampleId('split-link'),
          splitLinkName: 'Spring campaign',
          visitedAt: exampleTime(-201),
        },
        {
          id: exampleId('fan-tag-change'),
          at: exampleTime(-300),
          kind: 'tags',
          ...place,
          rowId: fanRowId,
          added: [{ tagId, name: 'VIP' }],
          removed: [],
          by: 'owner',
        },
        {
          id: exampleId('note-change'),
          at: exampleTime(-400),
          kind: 'notes',
          changes: [{ field: 'alias', before: '', after: notes.alias }],
          subAccountId: null,
          subAccountName: '',
          by: 'sub-account',
          byName: 'Ana',
        },
        {
          id: fanRowId,
          at: row.grownAt,
          kind: 'verdict',
          ...place,
          rowId: fanRowId,
          verdict: 'new',
          rule: 'first',
          scope: 'workspace',
          matched: null,
          library: '',
          libraryId: null,
        },
      ],
      nextCursor: null,
    },
  },
  previewMerge: {
    query: { keptFanId: fanId, mergedFanId: otherFanId },
    answer: {
      keptName: 'Marta',
      mergedName: 'Marta R.',
      recounts: [
        {
          rowId: fanRowId,
          socialAccountName: 'Web shop',
          subAccountName: 'Ana',
          platform: 'telegram',
          at: row.grownAt,
          from: 'new',
          to: 'repeat',
        },
      ],
    },
  },
  mergeFans: { body: { keptFanId: fanId, mergedFanId: otherFanId }, answer: { mergeId } },
  undoMerge: { body: { mergeId }, answer: {} },
};
