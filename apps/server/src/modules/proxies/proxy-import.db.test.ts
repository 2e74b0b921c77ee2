/** Imports of proxies, and addresses in private networks, in a real database. */
import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createNetwork } from '../../base/network.ts';
import {
  type ProxiesHarness,
  type ProxiesWorkspace,
  startProxiesHarness,
} from './testing/proxies-harness.ts';

let harness: ProxiesHarness;
let world: ProxiesWorkspace;
beforeAll(async () => {
  harness = await startProxiesHarness();
});
afterAll(() => harness.close());
beforeEach(async () => {
  world = await harness.workspace();
});

const list = async () => (await world.page({ pageSize: 200 })).list;
const refusal = (error: string, fields: object | null = null) => expect.objectContaining({ error, fields });

describe('an import', () => {
  it('adds valid lines, reports invalid ones by their number, and never a password', async () => {
    await world.importLines('http://marta:s3cret@old.example.com:80');
    const lines = [
      'http://marta:s3cret@one.example.com:80 # Madrid',
      '',
      'gopher://marta:s3cret@one.example.com:80',
      'socks5://marta:s3%40cret@[2001:db8::7]:1080',
      'http://marta:s3cret@one.example.com:80',
      'http://marta:s3cret@OLD.example.com:80 # again',
    ].join('\r\n');
    const answer = await world.importLines(lines);
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
    const answers = await Promise.all([
      world.importLines(lines.join('\n')),
      world.importLines(lines.toReversed().join('\n')),
    ]);
    expect(answers.reduce((sum, it) => sum + it.added, 0)).toBe(500);
    expect(answers.reduce((sum, it) => sum + it.problems.length, 0)).toBe(500);
    expect((await world.page()).total).toBe(500);
  });

  it('imports for the named sub-accounts', async () => {
    const id = await world.addSubAccount();
    const line = 'http://m:s@h.example.com:80';
    await expect(world.importLines(line, [randomUUID()])).rejects.toEqual(refusal('sub-account.not-found'));
    expect(await list()).toEqual([]);
    expect(await world.importLines(line, [id])).toEqual({ added: 1, problems: [] });
    expect(await list()).toMatchObject([{ range: 'some', subAccountIds: [id] }]);
  });

  it('refuses an import of many lines for many sub-accounts before it takes long', async () => {
    const lines = Array.from({ length: 500 }, (_, i) => `http://m:s@h${i}.example.com:80`).join('\n');
    const subAccountIds = Array.from({ length: 401 }, () => randomUUID());
    await expect(world.importLines(lines, subAccountIds)).rejects.toEqual(
      refusal('request.invalid', { subAccountIds: 'At most 400 in the list' }),
    );
    const fewer = world.importLines(lines, subAccountIds.slice(1));
    await expect(fewer).rejects.toEqual(refusal('sub-account.not-found'));
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
  const form = { name: 'Inner', ...access, range: 'all' as const, subAccountIds: [] };
  const closed = { inward: false, network: createNetwork({ inward: false }) };
  beforeEach(async () => {
    world = await harness.workspace(closed);
  });

  it.each(inner)('refuses %s in every form, and sends it no request', async (host) => {
    const { version, id: proxyId } = await world.create({ ...form, host: '1.1.1.1' });
    for (const submit of [
      () => world.create({ ...form, host }),
      () => world.update({ ...form, host, proxyId, version }),
      () => world.attempt({ ...access, host }),
      () => world.attempt({ ...access, host, port: 1 }),
    ])
      await expect(submit()).rejects.toEqual(refusal('proxy.private'));
    expect(await list()).toMatchObject([{ host: '1.1.1.1' }]);
  });

  it('reports them in an import by their lines', async () => {
    const hosts = inner.map((host) => (host.startsWith('::') ? `[${host}]` : host));
    const lines = [...hosts, '1.1.1.1'].map((host) => `http://m:s3cret@${host}:80`).join('\n');
    const { added, problems } = await world.importLines(lines);
    expect(added).toBe(1);
    expect(problems.map(({ line, problem }) => [line, problem])).toEqual(
      // Three of them are the same host.
      [1, 2, 3, 4, 5, 6, 7, 8].map((line) => [line, line === 4 || line === 5 ? 'double' : 'private']),
    );
  });

  describe('a proxy that was added while they were open', () => {
    let server: Server;
    let requests = 0;
    beforeAll(async () => {
      server = createServer((_, response) => {
        requests += 1;
        response.end();
      }).on('connect', (_, socket) => {
        requests += 1;
        socket.end();
      });
      await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    });
    afterAll(() => server.close());

    it('fails its test in the same way whether or not anything listens there', async () => {
      const address = server.address();
      const listening = address !== null && typeof address === 'object' ? address.port : 0;
      const open = await harness.workspace();
      for (const port of [listening, 1]) {
        const { id } = await open.create({ ...form, host: 'localhost', port });
        expect(await open.test(id, closed)).toMatchObject({
          status: 'failing',
          problem: 'proxy-inward: localhost',
        });
      }
      expect(requests).toBe(0);
    });
  });
});
