import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { until } from '@parley/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { blame } from '../../base/attribution.ts';
import { systemClock } from '../../base/clock.ts';
import { createLog } from '../../base/log.ts';
import { createNetwork, type Network } from '../../base/network.ts';
import { type RealProxy, startRealProxy } from '../../base/testing/real-proxy.ts';
import { checkExit } from './exit-check.ts';
import { type CheckService, startCheckService, trace } from './fixtures/check-service.ts';

let service: CheckService;
const proxies: RealProxy[] = [];
beforeAll(async () => {
  service = await startCheckService();
  for (const protocol of ['http', 'socks5'] as const) proxies.push(await startRealProxy(protocol));
});
afterAll(async () => {
  await service.close();
  for (const proxy of proxies) await proxy.close();
});
beforeEach(() => service.answerBy(null));

const deps = (checkMs = 30_000) => ({
  network: createNetwork({ inward: true }),
  clock: systemClock,
  log: createLog('silent'),
  checkUrl: service.url,
  checkMs,
});
const http = () => {
  const [proxy] = proxies;
  if (!proxy) throw new Error('it was started');
  return proxy;
};
const nothing = { latency: null, region: null, exitAddress: null, testedAt: expect.any(Date) };

it.each([0, 1])('finds the exit of real proxy %i', async (i) => {
  const proxy = proxies[i] ?? http();
  const outcome = await checkExit(deps(), proxy.access);
  expect(outcome).toMatchObject({
    status: 'working',
    exitAddress: '198.51.100.7',
    region: 'ES',
    problem: null,
  });
  expect(outcome.latency).toBeGreaterThanOrEqual(0);
  await until('the proxy to have logged it', () => proxy.log().includes(new URL(service.url).port));
});

it.each([
  ['2001:db8::7', 'CN', 'CN'],
  ['198.51.100.7', 'XX', null],
  ['198.51.100.7', 'T1', null],
  ['198.51.100.7', 'Spain', null],
])('reads %s in %s as region %s', async (ip, loc, region) => {
  service.answerBy((response) => response.end(trace({ ip, loc })));
  expect(await checkExit(deps(), http().access)).toMatchObject({
    status: 'working',
    exitAddress: ip,
    region,
  });
});

describe('a fault out of band', () => {
  it('fails the check', async () => {
    const it = deps();
    const network: Pick<Network, 'connect'> = {
      connect() {
        // Replaces the process's handler of uncaught exceptions, where the test's code runs.
        setImmediate(() => blame(new Error('thrown out of band')));
        return new Promise(() => undefined);
      },
    };
    expect(await checkExit({ ...it, network }, http().access)).toEqual({
      status: 'failing',
      problem: 'check-failed',
      ...nothing,
    });
  });

  it.each([
    ['a refusal', 'check-refused: 503', (r) => r.writeHead(503).end(trace())],
    ['a redirection', 'check-refused: 302', (r) => r.writeHead(302, { location: service.url }).end()],
    ['a page', 'check-unreadable', (r) => r.end('<html>Log in to the hotel’s network</html>')],
    ['an answer without an address', 'check-unreadable', (r) => r.end(trace({ ip: 'unknown' }))],
    ['an empty answer', 'check-unreadable', (r) => r.end()],
    ['too large an answer', 'check-unreadable', (r) => r.end(trace({ x: 'x'.repeat(100_000) }))],
    [
      'an answer that breaks off',
      'check-broken',
      (r) => r.writeHead(200, { 'content-length': 500 }).write('ip=', () => r.destroy()),
    ],
    ['a silent service', 'check-silent: 1 s', (r) => r.writeHead(200).write('ip=')],
  ] satisfies [string, string, Parameters<CheckService['answerBy']>[0]][])(
    'reports %s',
    async (_, problem, answer) => {
      service.answerBy(answer);
      const outcome = await checkExit(
        deps(problem === 'check-silent: 1 s' ? 1_000 : undefined),
        http().access,
      );
      expect(outcome).toEqual({ ...nothing, status: 'failing', problem });
    },
  );

  it('fails without the right password, and sends no request', async () => {
    const before = service.asked();
    const outcome = await checkExit(deps(), { ...http().access, proxyPassword: 'wrong' });
    expect(outcome).toMatchObject({
      status: 'failing',
      problem: expect.stringContaining('proxy-login'),
    });
    expect(service.asked()).toBe(before);
  });
});

describe('a proxy that dies during a check', () => {
  let middle: Server;
  const ways = new Set<Socket>();
  beforeAll(async () => {
    // A relay in front of the real proxy that can be cut.
    middle = createServer((near) => {
      const far = connect(http().access.port, '127.0.0.1');
      for (const socket of [near, far]) {
        ways.add(socket);
        socket.on('error', () => undefined).on('close', () => ways.delete(socket));
      }
      near.pipe(far);
      far.pipe(near);
    });
    await once(middle.listen(0, '127.0.0.1'), 'listening');
  });
  afterAll(() => middle.close());

  it('fails after the tunnel was open, and leaves no connection open', async () => {
    service.answerBy(() => {
      for (const socket of ways) socket.destroy();
    });
    const address = middle.address();
    const port = address !== null && typeof address === 'object' ? address.port : 0;
    const outcome = await checkExit(deps(), { ...http().access, port });
    expect(outcome).toMatchObject({ status: 'failing', problem: 'check-broken' });
    await until('all to be closed', () => ways.size === 0);
  });
});
