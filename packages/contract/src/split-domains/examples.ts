import { type ExamplesOf, exampleTime } from '../example.ts';
import type * as endpoints from './index.ts';

/** Of a domain that was added and not proved yet, in the contract tests. */
export const splitDomainId = '01980d5e-7c1a-7000-8000-00000000d001';

const domain = {
  id: splitDomainId,
  domain: 'go.shop.example',
  state: 'pending' as const,
  recordName: '_parley.go.shop.example',
  fileUrl: 'https://go.shop.example/.well-known/parley-verification.txt',
  proof: 'parley-verification=k3v9w2m7q4x8z6t5r1',
  verifiedAt: null,
  checkedAt: null,
  problem: null,
  links: 0,
};

export const examples: ExamplesOf<typeof endpoints> = {
  splitDomainList: { answer: { list: [domain], host: 'chat.shop.example' } },
  addSplitDomain: { body: { domain: 'go.shop.example' }, answer: domain },
  verifySplitDomain: {
    body: { splitDomainId },
    answer: { ...domain, checkedAt: exampleTime(), problem: 'no-record' },
  },
  removeSplitDomain: { body: { splitDomainId }, answer: null },
};
