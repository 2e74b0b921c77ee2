import { type ExamplesOf, exampleId, exampleTime } from '../example.ts';
import { subAccountId } from '../sub-accounts/examples.ts';
import type { StoredProxy } from './endpoints.ts';
import type * as endpoints from './index.ts';

export const proxyId = exampleId('proxy');
/** An address of a network reserved for documentation (RFC 5737). */
export const proxyHost = '203.0.113.7';

const access = { networkProtocol: 'http', host: proxyHost, port: 3_128, proxyUserName: 'somebody' } as const;
const forOne = { range: 'some', subAccountIds: [subAccountId] } satisfies Partial<StoredProxy>;
const outcome = {
  status: 'working',
  latency: 84,
  region: 'ES',
  exitAddress: proxyHost,
  problem: null,
  testedAt: exampleTime(),
} as const;
const proxy: StoredProxy = {
  id: proxyId,
  name: 'Madrid',
  ...access,
  ...forOne,
  subAccountNames: ['Ana'],
  ...outcome,
  socialAccounts: 1,
  version: 1,
  createdAt: exampleTime(-600),
};

const filters = {
  sort: 'latency.asc',
  search: 'Madrid',
  networkProtocol: 'http',
  status: 'working',
  subAccountId,
} as const;

export const examples: ExamplesOf<typeof endpoints> = {
  proxyPage: {
    query: { ...filters, pageNo: 1, pageSize: 20 },
    answer: { list: [proxy], total: 1 },
  },
  exportProxies: { query: filters },
  getProxy: { query: { proxyId }, answer: proxy },
  createProxy: {
    body: { name: 'Vigo', ...access, port: 3_129, proxyPassword: 'Lantern42', ...forOne },
    answer: { ...proxy, name: 'Vigo', port: 3_129 },
  },
  updateProxy: {
    body: { proxyId, version: 1, name: 'Toledo', ...access, proxyPassword: 'Lantern42', ...forOne },
    answer: { ...proxy, name: 'Toledo', version: 2 },
  },
  deleteProxies: { body: { ids: [proxyId] }, answer: { changed: 1 } },
  testProxy: { body: { proxyId }, answer: proxy },
  tryProxy: { body: { ...access, proxyPassword: 'Lantern42', proxyId }, answer: outcome },
  importProxies: {
    body: { lines: `http://somebody:Lantern42@${proxyHost}:3130 # Lugo`, ...forOne },
    answer: { added: 1, problems: [] },
  },
};
