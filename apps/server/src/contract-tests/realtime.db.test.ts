import * as conversationsApi from '@parley/contract/conversations';
import * as identityApi from '@parley/contract/identity';
import * as operatorApi from '@parley/contract/operator';
import * as subAccountsApi from '@parley/contract/sub-accounts';
import * as visitorApi from '@parley/contract/visitor';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { newId, trustWorkspaceId } from '../base/ids.ts';
import { startRedis, type TestRedis } from '../testing/redis.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { connectSocket, type TestSocket } from '../testing/test-socket.ts';
import { createWorld, type TestWorld } from '../testing/world.ts';

const open: TestSocket[] = [];
afterEach(() => {
  for (const { socket } of open.splice(0)) socket.disconnect();
});
async function connect(url: string, token: string | undefined): Promise<TestSocket> {
  const connected = await connectSocket(url, token);
  open.push(connected);
  return connected;
}

/** Without the conversations' own events, whose translations are given up during a test, and without desks' presence. */
const besidesChanges = ({ heard }: TestSocket) =>
  heard.filter(([name]) => name !== 'changed' && name !== 'moved' && name !== 'subAccount');

describe('one server', () => {
  let app: TestApp;
  let mine: TestWorld;
  let theirs: TestWorld;
  beforeAll(async () => {
    app = await startTestApp();
    [mine, theirs] = await Promise.all([createWorld(app), createWorld(app)]);
  });
  afterAll(() => app.close());

  it.each([
    ['nothing', undefined],
    ['nonsense', 'x.y.z'],
    ['a number', '12'],
  ])('refuses a connection with %s', async (_, token) => {
    await expect(connect(app.url, token)).rejects.toThrow('auth.required');
  });

  it('refuses visitors, whose stream is elsewhere', async () => {
    await expect(connect(app.url, mine.visitor.token)).rejects.toThrow('auth.required');
  });

  it('sends each client its own events, and no others', async () => {
    const { realtime } = app.app.services;
    const desk = await connect(app.url, mine.tokens.desk);
    const console = await connect(app.url, mine.tokens.console);
    const operator = await connect(app.url, mine.tokens.operator);
    const others = [
      await connect(app.url, theirs.tokens.desk),
      await connect(app.url, theirs.tokens.console),
    ];
    const { subAccountId } = mine.agent;
    const workspaceId = trustWorkspaceId(mine.owner.workspaceId);
    realtime.desk(subAccountId).emit('characters', { subAccountId });
    realtime.console(workspaceId).emit('characters', { subAccountId: null });
    realtime.workspace(workspaceId, subAccountId).emit('typing', { conversationId: 'c', on: true });
    const both = ['typing', { conversationId: 'c', on: true }];
    await vi.waitFor(() => {
      expect(besidesChanges(desk)).toEqual([['characters', { subAccountId }], both]);
      expect(besidesChanges(console)).toEqual([['characters', { subAccountId: null }], both]);
    });
    expect([...others, operator].flatMap(besidesChanges)).toEqual([]);
  });

  it('pushes a visitor’s message to their desk, and its arrival to the console', async () => {
    const desk = await connect(app.url, mine.tokens.desk);
    const console = await connect(app.url, mine.tokens.console);
    const stranger = await connect(app.url, theirs.tokens.desk);
    await app.visitorSays(mine.visitor, '¿Hay alguien?');
    const message = expect.objectContaining({ original: '¿Hay alguien?', direction: 'in' });
    await vi.waitFor(() =>
      expect(desk.heard).toContainEqual([
        'changed',
        expect.objectContaining({ conversationId: mine.ids.conversationId, message }),
      ]),
    );
    const { conversationId } = mine.ids;
    await vi.waitFor(() =>
      expect(console.heard).toContainEqual([
        'moved',
        expect.objectContaining({ conversationId, inbound: true }),
      ]),
    );
    // Each reading of a text is recorded, and so requires a request.
    expect(JSON.stringify(console.heard)).not.toContain('¿Hay alguien?');
    expect(JSON.stringify(stranger.heard)).not.toContain(conversationId);
  });

  it('tracks whether a desk is connected, and signals the first one and the last one that left', async () => {
    const { realtime } = app.app.services;
    const { subAccountId } = mine.agent;
    const presence: [string, boolean][] = [];
    realtime.onDeskPresence((id, online) => presence.push([id, online]));
    // The sockets of earlier tests have disconnected, but perhaps not yet been detected.
    await vi.waitFor(async () => expect(await realtime.deskOnline(subAccountId)).toBe(false));
    presence.length = 0;
    const [first, second] = [
      await connect(app.url, mine.tokens.desk),
      await connect(app.url, mine.tokens.desk),
    ];
    await vi.waitFor(async () => expect(await realtime.deskOnline(subAccountId)).toBe(true));
    first.socket.disconnect();
    await vi.waitFor(async () => expect(await metric(app, 'parley_sockets{audience="desk"}')).toBe(1));
    expect(await realtime.deskOnline(subAccountId)).toBe(true);
    second.socket.disconnect();
    await vi.waitFor(async () => expect(await realtime.deskOnline(subAccountId)).toBe(false));
    await vi.waitFor(() => expect(presence.at(-1)).toEqual([subAccountId, false]));
    expect(presence.filter(([, online]) => !online)).toHaveLength(1);
  });

  const open = () => metric(app, 'parley_sockets{audience="desk"}');
  /** An event packet in Socket.IO's protocol: the client's own `emit` refuses the reserved names. */
  const packet = (name: string) => `2${JSON.stringify([name, 'client'])}`;

  it('drops all events of a client, such as an error without a handler', async () => {
    const { socket } = await connect(app.url, mine.tokens.desk);
    await vi.waitFor(async () => expect(await open()).toBe(1));
    for (const name of ['error', 'anything']) socket.io.engine.write(packet(name));
    await expect(socket.timeout(300).emitWithAck('anything')).rejects.toThrow('timed out');
    expect(socket.connected).toBe(true);
    expect(await open()).toBe(1);
    socket.disconnect();
    await vi.waitFor(async () => expect(await open()).toBe(0));
  });

  it.each(['disconnect', 'disconnecting', 'newListener', 'connect_error'])(
    'cuts off a socket that sends the reserved event %s, and counts it once',
    async (name) => {
      const { socket } = await connect(app.url, mine.tokens.desk);
      await vi.waitFor(async () => expect(await open()).toBe(1));
      socket.io.reconnection(false);
      socket.io.engine.write(packet(name));
      await vi.waitFor(() => expect(socket.connected).toBe(false));
      await vi.waitFor(async () => expect(await open()).toBe(0));
    },
  );

  it('cuts off a socket that sends more than a handshake', async () => {
    const { socket } = await connect(app.url, mine.tokens.desk);
    socket.emit('anything', 'x'.repeat(20_000));
    await vi.waitFor(() => expect(socket.connected).toBe(false));
  });
});

async function metric(app: TestApp, name: string): Promise<number> {
  const text = await (await fetch(`${app.url}/metrics`)).text();
  return Number(
    text
      .split('\n')
      .find((line) => line.startsWith(name))
      ?.split(' ')
      .at(-1) ?? 0,
  );
}

describe('two servers with Redis between them', () => {
  let redis: TestRedis;
  let one: TestApp;
  let two: TestApp;
  let world: TestWorld;
  beforeAll(async () => {
    redis = await startRedis();
    const config = { REDIS_URL: redis.url };
    one = await startTestApp({ config });
    two = await startTestApp({ config, databaseUrl: one.databaseUrl });
    world = await createWorld(one);
  });
  afterAll(async () => {
    for (const { socket } of open.splice(0)) socket.disconnect();
    await two.close();
    await one.close();
    await redis.stop();
  });

  it('pushes to a desk that is connected to the other server', async () => {
    const desk = await connect(two.url, world.tokens.desk);
    await one.visitorSays(world.visitor, '¿Sigue ahí?');
    const message = expect.objectContaining({ original: '¿Sigue ahí?' });
    await vi.waitFor(() =>
      expect(desk.heard).toContainEqual(['changed', expect.objectContaining({ message })]),
    );
  });

  it('shows a colleague at the other server who replies, and neither the login itself nor other sub-accounts', async () => {
    const { accountName, password } = world.agent;
    const colleague = await connect(two.url, (await one.logInDesk(accountName, password)).accessToken);
    const own = await connect(two.url, world.tokens.desk);
    const neighbor = await one.createSubAccount(world.owner);
    const stranger = await connect(two.url, neighbor.token);
    const { conversationId } = world.ids;
    const signal = (token: string, name: string) =>
      one.call(
        conversationsApi.signalColleagues,
        { params: { conversationId }, body: { page: newId(), act: 'replying', name } },
        token,
      );
    await signal(world.tokens.desk, 'Ana');
    const event = {
      conversationId,
      act: 'replying',
      name: 'Ana',
      person: expect.any(String),
      page: expect.any(String),
    };
    await vi.waitFor(() => expect(colleague.heard).toContainEqual(['colleague', event]));
    await expect(signal(neighbor.token, 'Eve Moss')).rejects.toMatchObject({
      error: 'conversation.not-found',
    });
    const others = [...own.heard, ...stranger.heard].filter(([name]) => name === 'colleague');
    expect(others).toEqual([]);
    const seen = JSON.stringify(colleague.heard);
    expect(seen).not.toContain('Eve Moss');
    const { rows } = await one.app.database.db.execute<{ id: string }>(sql`select id from auth_sessions`);
    expect(rows.filter(({ id }) => seen.includes(id))).toEqual([]);
  });

  it('finds a desk that is connected to the other server', async () => {
    await connect(two.url, world.tokens.desk);
    const { realtime } = one.app.services;
    await vi.waitFor(async () => expect(await realtime.deskOnline(world.agent.subAccountId)).toBe(true));
    for (const { socket } of open.splice(0)) socket.disconnect();
    await vi.waitFor(async () => expect(await realtime.deskOnline(world.agent.subAccountId)).toBe(false));
  });

  it('finds many desks at once, those of both servers', async () => {
    const others = [await one.createSubAccount(world.owner), await one.createSubAccount(world.owner)];
    const [away = world.agent, absent = world.agent] = others;
    await connect(one.url, world.tokens.desk);
    await connect(two.url, away.token);
    const asked = [world.agent, away, absent].map(({ subAccountId }) => subAccountId);
    for (const { realtime } of [one.app.services, two.app.services]) {
      await vi.waitFor(async () =>
        expect([...(await realtime.desksOnline(asked))].sort()).toEqual(asked.slice(0, 2).sort()),
      );
    }
    expect([...(await one.app.services.realtime.desksOnline([]))]).toEqual([]);
    const { list } = await one.call(subAccountsApi.subAccountPage, { query: {} }, world.owner.token);
    expect(
      list
        .filter(({ deskOnline }) => deskOnline)
        .map(({ id }) => id)
        .sort(),
    ).toEqual(asked.slice(0, 2).sort());
  });

  it('ends all but one desk of a sub-account at both servers', async () => {
    const agent = await one.createSubAccount(world.owner);
    await one.app.database.pool.query('update sub_accounts set multi_device = false where id = $1', [
      agent.subAccountId,
    ]);
    const there = await connect(two.url, agent.token);
    await one.logInDesk(agent.accountName, agent.password);
    await vi.waitFor(() => expect(there.socket.connected).toBe(false));
    expect(there.heard).toEqual([['ended', expect.objectContaining({ reason: 'elsewhere' })]]);
  });

  it('ends a session’s sockets at both servers', async () => {
    const body = { username: world.owner.email, password: world.owner.password };
    const { accessToken } = await one.call(identityApi.logIn, { body });
    const there = await connect(two.url, accessToken);
    await one.call(identityApi.logOut, {}, accessToken);
    await vi.waitFor(() => expect(there.socket.connected).toBe(false));
    expect(besidesChanges(there)).toEqual([['ended', expect.objectContaining({ reason: 'logged-out' })]]);
  });

  it('ends the streams of a disabled owner’s visitors at both servers', async () => {
    const owner = await one.registerOwner();
    const { subAccountId } = await one.createSubAccount(owner);
    const { token } = await one.startVisitor(await one.addWebchat(owner, subAccountId));
    const headers = { authorization: `Bearer ${token}` };
    const stream = await fetch(`${two.url}${visitorApi.visitorStreamPath}`, { headers });
    const request = { params: { userId: owner.userId }, body: { reason: 'Unpaid' } };
    await one.call(operatorApi.disableOwner, request, await one.operatorToken());
    expect(await stream.text()).toContain('online');
  });

  it('delivers signals once to both servers, the sender included', async () => {
    const heard: string[] = [];
    const here = one.app.services.realtime.relay<string>('test');
    const there = two.app.services.realtime.relay<string>('test');
    here.on((value) => heard.push(`one ${value}`));
    there.on((value) => heard.push(`two ${value}`));
    here.emit('a');
    await vi.waitFor(() => expect(heard.sort()).toEqual(['one a', 'two a']));
    there.emit('b');
    await vi.waitFor(() => expect(heard.sort()).toEqual(['one a', 'one b', 'two a', 'two b']));
  });
});

it('two servers with Redis between them count requests together', async () => {
  const redis = await startRedis();
  const config = { REDIS_URL: redis.url, RATE_LIMIT_FACTOR: '0.1' };
  const first = await startTestApp({ config });
  const second = await startTestApp({ config, databaseUrl: first.databaseUrl });
  const body = { username: 'nobody@example.com', password: 'Lantern42' };
  const statuses: number[] = [];
  for (const app of [first, second, first, second])
    statuses.push((await app.send(identityApi.deskLogIn, { body })).status);
  expect(statuses).toEqual([401, 401, 429, 429]);
  expect((await first.send(identityApi.operatorLogIn, { body })).status).toBe(401);
  await second.close();
  await first.close();
  await redis.stop();
});

it('survives the loss of Redis: requests, pushes to local desks, and the server’s end', async () => {
  const redis = await startRedis();
  const app = await startTestApp({ config: { REDIS_URL: redis.url } });
  const world = await createWorld(app);
  const desk = await connect(app.url, world.tokens.desk);
  await redis.stop();
  try {
    await app.visitorSays(world.visitor, '¿Todavía?');
    const message = expect.objectContaining({ original: '¿Todavía?' });
    await vi.waitFor(() =>
      expect(desk.heard).toContainEqual(['changed', expect.objectContaining({ message })]),
    );
    const elsewhere = await createWorld(app);
    expect(await app.app.services.realtime.deskOnline(elsewhere.agent.subAccountId)).toBe(false);
  } finally {
    await app.close();
  }
});

it('a socket that can’t be checked is refused without the reason', async () => {
  const app = await startTestApp();
  try {
    const { tokens } = await createWorld(app);
    const { db } = app.app.database;
    await db.execute(sql`alter table auth_sessions rename to elsewhere`);
    await expect(connect(app.url, tokens.desk)).rejects.toThrow(/^server\.unavailable$/);
    await db.execute(sql`alter table elsewhere rename to auth_sessions`);
    await connect(app.url, tokens.desk);
  } finally {
    await app.close();
  }
});
