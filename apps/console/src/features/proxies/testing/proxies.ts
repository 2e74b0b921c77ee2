/** The proxies of a workspace, in memory, and the results of their tests. */

import type * as contract from '@parley/contract';
import * as proxiesApi from '@parley/contract/proxies';
import { FixtureRefusal, getItem, has, pageOf, type Route, route } from '../../../lib/testing/route.ts';
import { sampleId, sampleTime } from '../../../lib/testing/samples.ts';

type StoredProxy = proxiesApi.StoredProxy;
export type ProxyWorld = { proxies: StoredProxy[] };

const untested = {
  status: 'untested',
  latency: null,
  region: null,
  exitAddress: null,
  problem: null,
  testedAt: null,
} as const;

export function someProxy(given: Partial<StoredProxy> = {}): StoredProxy {
  return {
    id: sampleId(16, 1),
    name: 'Frankfurt 1',
    networkProtocol: 'socks5',
    host: 'fra1.proxy.example',
    port: 1080,
    proxyUserName: 'shop',
    range: 'all',
    subAccountIds: [],
    subAccountNames: [],
    socialAccounts: 0,
    ...untested,
    version: 1,
    createdAt: sampleTime,
    ...given,
  };
}

export function busyProxies(): StoredProxy[] {
  const working = { status: 'working', latency: 84, region: 'DE', exitAddress: '203.0.113.7' } as const;
  return [
    someProxy({ ...working, socialAccounts: 4, testedAt: sampleTime }),
    someProxy({
      id: sampleId(16, 2),
      name: 'México',
      networkProtocol: 'http',
      host: '198.51.100.24',
      port: 8080,
      proxyUserName: 'mx-7',
      range: 'some',
      subAccountIds: [sampleId(4, 1), sampleId(4, 2), sampleId(4, 3)],
      subAccountNames: ['Ann', 'Night shift', '李娜'],
      ...working,
      latency: 1_240,
      region: 'MX',
      exitAddress: '198.51.100.24',
      socialAccounts: 1,
      testedAt: sampleTime - 3 * 3_600_000,
    }),
    someProxy({
      id: sampleId(16, 3),
      name: '新加坡',
      networkProtocol: 'https',
      host: '2001:db8:0:17::25',
      port: 443,
      range: 'some',
      subAccountIds: [sampleId(4, 3)],
      subAccountNames: ['李娜'],
      status: 'failing',
      testedAt: sampleTime - 60_000,
      problem: 'proxy-login: 407 Proxy Authentication Required',
    }),
    someProxy({
      id: sampleId(16, 4),
      name: 'Warsaw, spare',
      host: 'waw.proxy.example',
      proxyUserName: 'spare',
    }),
  ];
}

/** Tests of hosts with this prefix fail; all others succeed. */
const failing = 'down.';

function found({ host }: Pick<StoredProxy, 'host'>, now: number) {
  if (host.startsWith(failing)) {
    return { ...untested, status: 'failing' as const, problem: 'proxy-port-closed', testedAt: now };
  }
  const working = { status: 'working' as const, latency: 96, region: 'DE', exitAddress: '203.0.113.9' };
  return { ...working, problem: null, testedAt: now };
}

type Address = Pick<StoredProxy, 'networkProtocol' | 'host' | 'port'>;
const isSameWay = (one: Address, other: StoredProxy) =>
  one.networkProtocol === other.networkProtocol && one.host === other.host && one.port === other.port;

function refuseDouble(world: ProxyWorld, form: proxiesApi.ProxyForm | proxiesApi.ProxyChanges, own?: string) {
  const double = world.proxies.some(
    (one) => one.id !== own && isSameWay(form, one) && form.proxyUserName === one.proxyUserName,
  );
  if (double) throw new FixtureRefusal('proxy.already-added');
}

function refusePrivate(host: string) {
  if (/^(127\.|10\.|192\.168\.|localhost$)/.test(host)) throw new FixtureRefusal('proxy.private');
}

function one(world: ProxyWorld, id: string): StoredProxy {
  return getItem(world.proxies, (candidate) => candidate.id === id, 'proxy.not-found');
}

function keepingRoutes(world: ProxyWorld): Route[] {
  return [
    route(proxiesApi.proxyPage, ({ query }) =>
      pageOf(
        world.proxies.filter(
          (proxy) =>
            has(`${proxy.name} ${proxy.host}`, query.search) &&
            (query.networkProtocol === undefined || proxy.networkProtocol === query.networkProtocol) &&
            (query.status === undefined || proxy.status === query.status) &&
            (query.subAccountId === undefined ||
              proxy.range === 'all' ||
              proxy.subAccountIds.includes(query.subAccountId)),
        ),
        query,
      ),
    ),
    route(proxiesApi.getProxy, ({ query }) => one(world, query.proxyId)),
    route(proxiesApi.createProxy, ({ body }) => {
      refusePrivate(body.host);
      refuseDouble(world, body);
      const { proxyPassword: _, ...kept } = body;
      const proxy = someProxy({ ...kept, id: sampleId(16, 100 + world.proxies.length) });
      world.proxies.unshift(proxy);
      return proxy;
    }),
    route(proxiesApi.updateProxy, ({ body }) => {
      const { proxyId, proxyPassword, version, ...changed } = body;
      const proxy = one(world, proxyId);
      if (version !== proxy.version) throw new FixtureRefusal('resource.stale');
      refusePrivate(body.host);
      refuseDouble(world, body, proxyId);
      const forgets = proxyPassword !== undefined || !isSameWay(changed, proxy);
      return Object.assign(proxy, changed, forgets ? untested : {}, { version: version + 1 });
    }),
    route(proxiesApi.deleteProxies, ({ body }) => {
      const gone = body.ids.map((id) => one(world, id));
      world.proxies = world.proxies.filter((proxy) => !gone.includes(proxy));
      return { changed: gone.length };
    }),
  ];
}

function testRoutes(world: ProxyWorld): Route[] {
  return [
    route(proxiesApi.testProxy, ({ body }) => {
      const proxy = one(world, body.proxyId);
      return Object.assign(proxy, found(proxy, Date.now()));
    }),
    route(proxiesApi.tryProxy, ({ body }) => {
      refusePrivate(body.host);
      return found(body, Date.now());
    }),
  ];
}

type Problem = contract.AnswerOf<typeof proxiesApi.importProxies>['problems'][number]['problem'];
const line = /^(\w+):\/\/([^:@]*):([^@]*)@(.+):(\d+)(?:#(.*))?$/;

/** Parses only the plain form of a line; the server's parser is tested there. */
function readLine(
  world: ProxyWorld,
  text: string,
  application: Pick<StoredProxy, 'range' | 'subAccountIds'>,
) {
  const [, protocol, proxyUserName = '', , host = '', port, name = host] = line.exec(text) ?? [];
  if (protocol === undefined) return 'unreadable' satisfies Problem;
  const networkProtocol = proxiesApi.proxyProtocol.safeParse(protocol).data;
  if (networkProtocol === undefined) return 'protocol' satisfies Problem;
  const proxy = someProxy({
    ...application,
    networkProtocol,
    proxyUserName,
    host,
    port: Number(port),
    name,
    id: sampleId(17, world.proxies.length),
  });
  if (!proxiesApi.proxyPort.safeParse(proxy.port).success) return 'port' satisfies Problem;
  try {
    refusePrivate(host);
  } catch {
    return 'private' satisfies Problem;
  }
  const double = world.proxies.some(
    (other) => isSameWay(proxy, other) && other.proxyUserName === proxyUserName,
  );
  return double ? ('double' satisfies Problem) : proxy;
}

function importRoute(world: ProxyWorld): Route {
  return route(proxiesApi.importProxies, ({ body: { lines, ...application } }) => {
    const problems: contract.AnswerOf<typeof proxiesApi.importProxies>['problems'] = [];
    let added = 0;
    lines.split('\n').forEach((written, at) => {
      if (written.trim() === '') return;
      const read = readLine(world, written.trim(), application);
      if (typeof read === 'string') {
        const text = written.trim().replace(/:[^:@/]*@/, ':…@');
        problems.push({ line: at + 1, text, problem: read });
        return;
      }
      world.proxies.unshift(read);
      added += 1;
    });
    return { added, problems };
  });
}

export function proxyRoutes(world: ProxyWorld): Route[] {
  return [...keepingRoutes(world), ...testRoutes(world), importRoute(world)];
}
