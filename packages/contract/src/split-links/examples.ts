import { socialAccountId } from '../channels/examples.ts';
import { type ExamplesOf, exampleCursor, exampleId, exampleTime } from '../example.ts';
import { fanId } from '../fans/examples.ts';
import { fileId } from '../files/examples.ts';
import { subAccountId } from '../sub-accounts/examples.ts';
import { workOrderId } from '../work-orders/examples.ts';
import type { SplitLink } from './endpoints.ts';
import type * as endpoints from './index.ts';

export const splitLinkId = exampleId('split-link');

const form = {
  name: 'Spring campaign',
  platform: 'telegram' as const,
  eligibility: 'full' as const,
  mode: 'sequential' as const,
  bindsAddress: true,
  tracksFans: true,
  domainId: null,
  device: 'any' as const,
  regions: ['ES', 'MX'],
  defaultUrl: 'https://shop.example/contact',
  pageText: 'We are back at nine.',
  previewTitle: 'Spring at Clara’s shop',
  previewText: 'Linen shirts from 29,90 €',
  previewImageUrl: 'https://shop.example/spring.png',
  remark: 'Leaflet in May',
  expiresAt: exampleTime(60 * 24 * 30),
  targets: [
    { url: 'https://t.me/shop_ana', socialAccountId: null, weight: 2, dailyCap: 500, enabled: true },
    { url: 'https://t.me/shop_ben', socialAccountId, weight: 1, dailyCap: null, enabled: true },
  ],
  sources: [{ kind: 'sub-account' as const, id: subAccountId, weight: 1, dailyCap: 300 }],
  accounts: [{ socialAccountId, weight: 3, dailyCap: null, enabled: true }],
};
const counts = { visits: 120, visitsToday: 14, conversions: 21, newFans: 17 };
const previewed = {
  kind: 'sub-account' as const,
  id: subAccountId,
  name: 'Ana García',
  state: 'active' as const,
  accounts: [
    {
      socialAccountId,
      name: 'Ben',
      url: 'https://t.me/shop_ben',
      online: true,
      obstacle: 'typed' as const,
    },
  ],
};
const splitLink: SplitLink = {
  id: splitLinkId,
  emailAddress: 'owner@shop.example',
  ...form,
  code: 'q7Rk2mTx',
  url: 'https://parley.example/s/q7Rk2mTx',
  domain: null,
  enabled: true,
  targetCount: 2,
  availableCount: 2,
  ...counts,
  contacts: 3,
  version: 1,
  createdAt: exampleTime(-60),
  targets: form.targets.map((target, at) => ({
    id: exampleId(`split-target-${at}`),
    ...target,
    socialAccountName: target.socialAccountId === null ? null : 'Ben',
    online: target.socialAccountId === null ? null : true,
    visits: 60,
    conversions: 10,
    newFans: 8,
    takenToday: target.dailyCap === null ? null : 7,
  })),
  sources: form.sources.map((source) => ({ ...previewed, ...source })),
  followedTargets: [
    {
      id: exampleId('split-target-9'),
      url: 'https://t.me/shop_cleo',
      socialAccountId: null,
      socialAccountName: null,
      online: null,
      weight: 1,
      dailyCap: null,
      enabled: false,
      visits: 12,
      conversions: 3,
      newFans: 2,
      takenToday: null,
      present: false,
    },
  ],
};
const {
  bindsAddress: _b,
  device: _d,
  regions: _r,
  tracksFans: _f,
  defaultUrl: _u,
  pageText: _p,
  previewTitle: _pt,
  previewText: _px,
  previewImageUrl: _pi,
  targets: _t,
  sources: _s,
  accounts: _a,
  followedTargets: _ft,
  ...listed
} = splitLink;

const { name: _name, targets: _targets, ...settings } = form;
const batchId = exampleId('split-batch');

const filters = { search: 'spring', platform: 'telegram', enabled: 'true', sort: 'visits.desc' } as const;

export const examples: ExamplesOf<typeof endpoints> = {
  splitLinkPage: {
    query: { pageNo: 1, pageSize: 20, ...filters },
    answer: { list: [listed], total: 1 },
  },
  exportSplitLinkList: { query: filters },
  getSplitLink: { query: { splitLinkId }, answer: splitLink },
  createSplitLink: {
    body: { ...form, name: 'Summer campaign' },
    answer: { ...splitLink, name: 'Summer campaign' },
  },
  updateSplitLink: { body: { splitLinkId, version: 1, ...form }, answer: { ...splitLink, version: 2 } },
  previewSplitSources: {
    body: {
      platform: 'telegram',
      sources: [
        { kind: 'sub-account', id: subAccountId },
        { kind: 'work-order', id: workOrderId },
      ],
    },
    answer: {
      list: [
        { ...previewed, accounts: previewed.accounts.map((account) => ({ ...account, obstacle: null })) },
        { kind: 'work-order', id: workOrderId, name: 'Spring', state: 'closed', accounts: [] },
      ],
    },
  },
  checkSplitLinkNames: {
    body: { names: ['Spring campaign', 'Leaflet 1'] },
    answer: { taken: [0], left: 1_998 },
  },
  readSplitLinkFile: {
    body: { fileId },
    answer: { lines: ['Leaflet 1\thttps://t.me/shop_ana https://t.me/shop_ben'], more: false },
  },
  createSplitLinks: {
    body: {
      batchId,
      ...settings,
      links: [
        { name: 'Leaflet 1', urls: ['https://t.me/shop_ana', 'https://t.me/shop_ben'] },
        { name: 'Leaflet 2', urls: [] },
      ],
    },
    answer: { list: [{ ...listed, name: 'Leaflet 1' }] },
  },
  exportSplitLinks: { query: { batchId } },
  enableSplitLinks: { body: { ids: [splitLinkId], enabled: false }, answer: { changed: 1 } },
  deleteSplitLinks: { body: { ids: [splitLinkId] }, answer: { changed: 1 } },
  splitLinkVisits: {
    query: { splitLinkId, pageNo: 1, pageSize: 50, cursor: exampleCursor },
    answer: {
      list: [
        {
          id: exampleId('split-visit'),
          at: exampleTime(-5),
          outcome: 'target',
          url: 'https://t.me/shop_ana',
          address: '203.0.113.7',
          userAgent: 'Mozilla/5.0 (Linux; Android 16) Chrome/150.0 Mobile',
          device: 'mobile',
          system: 'Android',
          browser: 'Chrome',
          country: 'ES',
          city: 'Madrid',
        },
      ],
      nextCursor: null,
    },
  },
  splitLinkConversions: {
    query: { splitLinkId, pageNo: 1, pageSize: 50, cursor: exampleCursor },
    answer: {
      list: [
        {
          id: exampleId('split-visit'),
          at: exampleTime(-4),
          visitedAt: exampleTime(-5),
          url: 'https://t.me/shop_ana',
          socialAccountName: 'Ana',
          subAccountName: 'Ana García',
          fanId,
          fanName: 'Lucía',
          verdict: 'new',
        },
      ],
      nextCursor: null,
    },
  },
  splitLinkAgents: {
    query: { splitLinkId, days: '7' },
    answer: {
      list: [
        {
          subAccountId,
          name: 'Ana García',
          conversions: 21,
          newFans: 17,
          repeatFans: 3,
          days: [
            { day: '2026-03-02', conversions: 9, newFans: 8, repeatFans: 1 },
            { day: '2026-03-01', conversions: 12, newFans: 9, repeatFans: 2 },
          ],
        },
      ],
    },
  },
  splitLinkContacts: {
    query: { splitLinkId, pageNo: 1, pageSize: 50, cursor: exampleCursor },
    answer: {
      list: [
        {
          id: exampleId('split-contact'),
          name: 'Lucía',
          contact: '+34 600 000 000',
          message: '¿Tienen camisas azules?',
          at: exampleTime(-4),
          state: 'open',
        },
      ],
      nextCursor: null,
    },
  },
};
