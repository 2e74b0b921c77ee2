import { randomUUID } from 'node:crypto';
import * as proxiesApi from '@parley/contract/proxies';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestOwner } from '../../testing/test-people.ts';

let app: TestApp;
let guarded: TestApp;
let owner: TestOwner;
beforeAll(async () => {
  app = await startTestApp();
  guarded = await startTestApp({ databaseUrl: app.databaseUrl, config: { PRIVATE_NETWORKS: 'off' } });
});
afterAll(async () => {
  await guarded.close();
  await app.close();
});
beforeEach(async () => {
  owner = await app.registerOwner({ characters: 0 });
});

const everybody = { range: 'all' as const, subAccountIds: [] };
const take = (lines: string, at = app) =>
  at.call(proxiesApi.importProxies, { body: { lines, ...everybody } }, owner.token);
const list = async () =>
  (await app.call(proxiesApi.proxyPage, { query: { pageSize: 200 } }, owner.token)).list;

describe('an import', () => {
  it('adds valid lines, reports invalid ones by their number, and never a password', async () => {
    await take('http://marta:s3cret@old.example.com:80');
    const lines = [
      'http://marta:s3cret@one.example.com:80 # Madrid',
      '',
      'gopher://marta:s3cret@one.example.com:80',
      'socks5://marta:s3%40cret@[2001:db8::7]:1080',
      'http://marta:s3cret@one.example.com:80',
      'http://marta:s3cret@OLD.example.com:80 # again',
    ].join('\r\n');
    const answer = await take(lines);
    expect(answer).toEqual({
      added: 2,
      problems: [
        { line: 3, text: 'gopher://marta@one.example.com:80', problem: 'protocol' },
        { line: 5, text: 'http://marta@one.example.com:80', problem: 'double' },
        { line: 6, text: 'http://marta@OLD.example.com:80', problem: 'double' },
      ],
    });
    const names = (await list()).map((it) => it.name).sort();
    expect(names).toEqual(['2001:db8::7:1080', 'Madrid', 'old.example.com:80']);
  });

  it('imports 500 lines at once, twice concurrently, each proxy once', async () => {
    const lines = Array.from({ length: 500 }, (_, i) => `http://m:s@h${i}.example.com:80`);
    const answers = await Promise.all([take(lines.join('\n')), take(lines.toReversed().join('\n'))]);
    expect(answers.reduce((sum, it) => sum + it.added, 0)).toBe(500);
    expect(answers.reduce((sum, it) => sum + it.problems.length, 0)).toBe(500);
    const { total } = await app.call(proxiesApi.proxyPage, { query: {} }, owner.token);
    expect(total).toBe(500);
  });

  it('imports for the named sub-accounts', async () => {
    const { subAccountId } = await app.createSubAccount(owner);
    const send = (subAccountIds: string[]) => {
      const body = { lines: 'http://m:s@h.example.com:80', range: 'some', subAccountIds };
      return app.send(proxiesApi.importProxies, { body }, owner.token);
    };
    expect((await send([randomUUID()])).status).toBe(404);
    expect(await list()).toEqual([]);
    expect((await send([subAccountId])).status).toBe(200);
    expect(await list()).toMatchObject([{ range: 'some', subAccountIds: [subAccountId] }]);
  });

  it('an import of many lines for many sub-accounts is refused before it takes long', async () => {
    const lines = Array.from({ length: 500 }, (_, i) => `http://m:s@h${i}.example.com:80`).join('\n');
    const subAccountIds = Array.from({ length: 401 }, () => randomUUID());
    const answer = await app.send(
      proxiesApi.importProxies,
      { body: { lines, range: 'some', subAccountIds } },
      owner.token,
    );
    expect(answer.body.data).toMatchObject({
      error: 'request.invalid',
      fields: { subAccountIds: 'At most 400 in the list' },
    });
  });
});

const inner = [
  '127.0.0.1',
  'localhost',
  '[::1]',
  '0x7f.1',
  '2130706433',
  '10.0.0.1',
  '169.254.169.254',
  '::ffff:10.0.0.1',
];

describe('where private networks are closed', () => {
  const access = { networkProtocol: 'http', port: 80, proxyUserName: 'm', proxyPassword: 's' } as const;
  const form = { name: 'Inner', ...access, ...everybody };

  it.each(inner)('%s is refused by every endpoint, and receives no request', async (host) => {
    const proxy = await guarded.call(
      proxiesApi.createProxy,
      { body: { ...form, host: '1.1.1.1' } },
      owner.token,
    );
    const { version, id: proxyId } = proxy;
    const answers = [
      await guarded.send(proxiesApi.createProxy, { body: { ...form, host } }, owner.token),
      await guarded.send(proxiesApi.updateProxy, { body: { ...form, host, proxyId, version } }, owner.token),
      await guarded.send(proxiesApi.tryProxy, { body: { ...access, host } }, owner.token),
      await guarded.send(proxiesApi.tryProxy, { body: { ...access, host, port: 1 } }, owner.token),
    ];
    for (const answer of answers) expect(answer.body.data).toMatchObject({ error: 'proxy.private' });
    expect(await list()).toMatchObject([{ host: '1.1.1.1' }]);
  });

  it('an import reports them by their lines', async () => {
    const hosts = inner.map((host) => (host.startsWith('::') ? `[${host}]` : host));
    const lines = [...hosts, '1.1.1.1'].map((host) => `http://m:s3cret@${host}:80`).join('\n');
    const answer = await take(lines, guarded);
    expect(answer.added).toBe(1);
    expect(answer.problems.map(({ line, problem }) => [line, problem])).toEqual(
      // Three of them are the same host.
      [1, 2, 3, 4, 5, 6, 7, 8].map((line) => [line, line === 4 || line === 5 ? 'double' : 'private']),
    );
  });

  it('refuses a proxy that was added while private networks were open, whether or not anything listens there', async () => {
    const listening = Number(new URL(app.url).port);
    const problems = [];
    for (const port of [listening, 1]) {
      const body = { ...form, host: 'localhost', port };
      const { id } = await app.call(proxiesApi.createProxy, { body }, owner.token);
      const tested = await guarded.call(proxiesApi.testProxy, { body: { proxyId: id } }, owner.token);
      problems.push([tested.status, tested.problem]);
    }
    expect(problems[0]).toEqual(['failing', 'proxy-inward: localhost']);
    expect(problems[1]).toEqual(problems[0]);
  });
});
