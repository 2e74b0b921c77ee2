import { socialAccountId } from '../channels/examples.ts';
import { type ExamplesOf, exampleCursor, exampleId, exampleTime } from '../example.ts';
import { fanId } from '../fans/examples.ts';
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
};
const counts = { visits: 120, visitsToday: 14, conversions: 21, newFans: 17 };
const splitLink: SplitLink = {
  id: splitLinkId,
  emailAddress: 'owner@shop.example',
  ...form,
  code: 'q7Rk2mTx',
  url: 'https://parley.example/s/q7Rk2mTx',
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
  ...listed
} = splitLink;

export const examples: ExamplesOf<typeof endpoints> = {
  splitLinkPage: {
    query: {
      pageNo: 1,
      pageSize: 20,
      search: 'spring',
      platform: 'telegram',
      enabled: 'true',
      sort: 'visits.desc',
    },
    answer: { list: [listed], total: 1 },
  },
  getSplitLink: { query: { splitLinkId }, answer: splitLink },
  createSplitLink: {
    body: { ...form, name: 'Summer campaign' },
    answer: { ...splitLink, name: 'Summer campaign' },
  },
  updateSplitLink: { body: { splitLinkId, version: 1, ...form }, answer: { ...splitLink, version: 2 } },
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
