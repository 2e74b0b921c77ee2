import { conversationId } from '../conversations/examples.ts';
import { type ExamplesOf, exampleCursor, exampleId, exampleTime } from '../example.ts';
import { splitLinkId } from '../split-links/examples.ts';
import { subAccountId } from '../sub-accounts/examples.ts';
import type * as endpoints from './index.ts';

export const prospectiveFanId = exampleId('prospective-fan');

const left = {
  id: prospectiveFanId,
  splitLinkId,
  splitLinkName: 'Spring campaign',
  platform: 'telegram' as const,
  name: 'Lucía',
  contact: '+34 600 000 000',
  message: '¿Tienen camisas azules?',
  language: 'es',
  country: 'ES',
  createdAt: exampleTime(-30),
};
const open = {
  ...left,
  state: 'open' as const,
  since: left.createdAt,
  holder: null,
  reason: '',
  note: '',
  conversation: null,
};
const holder = { id: subAccountId, name: 'Ana García', authorName: 'Ana' };
const claimed = { ...open, state: 'claimed' as const, since: exampleTime(), holder };
const done = {
  ...claimed,
  state: 'done' as const,
  conversation: { id: conversationId, title: 'Lucía', named: true },
};
const free = { own: false, taken: false };
const own = { own: true, taken: false };
const params = { prospectiveFanId };
const filters = {
  state: 'claimed' as const,
  splitLinkId,
  subAccountId,
  from: '2026-03-01',
  to: '2026-03-02',
  search: 'luc',
  sort: 'createdAt.desc' as const,
};

export const examples: ExamplesOf<typeof endpoints> = {
  deskProspectiveFans: {
    query: { cursor: exampleCursor, pageNo: 1, pageSize: 30, state: 'open', splitLinkId, search: 'luc' },
    answer: { list: [{ ...open, ...free }], nextCursor: exampleCursor },
  },
  countDeskProspectiveFans: { answer: { count: 3, more: false } },
  deskProspectiveFanLinks: {
    query: { search: 'spring' },
    answer: { list: [{ id: splitLinkId, name: 'Spring campaign' }], more: false },
  },
  claimProspectiveFan: { params, body: { authorName: 'Ana' }, answer: { ...claimed, ...own } },
  finishProspectiveFan: { params, body: { conversationId, authorName: 'Ana' }, answer: { ...done, ...own } },
  giveUpProspectiveFan: {
    params,
    body: { reason: 'The number is not in use.', authorName: 'Ana' },
    answer: { ...claimed, state: 'given-up', reason: 'The number is not in use.', ...own },
  },
  reopenProspectiveFan: { params, body: {}, answer: { ...open, ...free } },
  noteProspectiveFan: {
    params,
    body: { note: 'Calls back after six.', before: '' },
    answer: { ...open, note: 'Calls back after six.', ...free },
  },
  prospectiveFanPage: {
    query: { cursor: exampleCursor, pageNo: 1, pageSize: 50, ...filters },
    answer: { list: [claimed], nextCursor: exampleCursor },
  },
  setProspectiveFanState: {
    body: { ids: [prospectiveFanId], state: 'given-up', reason: 'Wrote twice.' },
    answer: { changed: 1 },
  },
  deleteProspectiveFans: { body: { ids: [prospectiveFanId] }, answer: { changed: 1 } },
  exportProspectiveFans: { query: filters },
};
