import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createUploads } from '../files/uploads.ts';
import { createFakeClock } from '../fixtures/fake-clock.ts';
import { UnreliableNetwork } from '../fixtures/unreliable-network.ts';
import { type Visitor, VisitorModel } from '../fixtures/visitor-model.ts';
import type { WidgetChat } from './widget-chat.ts';

function createWorld() {
  const clock = createFakeClock();
  const business = { name: 'Shop', online: true, color: null, greeting: null, offlineNote: null };
  const model = new VisitorModel(business, clock.now);
  const written: string[] = [];
  return { clock, model, network: new UnreliableNetwork(model, clock), written, said: 0 };
}
type World = ReturnType<typeof createWorld>;

/** Runs everything that is ready to run. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 30; turn += 1) await Promise.resolve();
}

/** Delivers all packets in flight, and those that they cause. */
async function arriveAll({ network }: World): Promise<void> {
  await settle();
  for (let packet = network.take(0); packet !== undefined; packet = network.take(0)) {
    packet.arrive();
    await settle();
  }
}

/** From here on the network is reliable, and time passes. */
async function calm(world: World): Promise<void> {
  for (let second = 0; second < 150; second += 1) {
    await arriveAll(world);
    world.clock.advance(1000);
  }
}

function theVisitor({ model }: World): Visitor | undefined {
  return [...model.visitors.values()].find((visitor) => visitor.messages.length > 0);
}

const step = fc.oneof(
  { weight: 10, arbitrary: fc.record({ do: fc.constant('arrive' as const), pick: fc.nat(3) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('arriveTwice' as const), pick: fc.nat(20) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('lose' as const), pick: fc.nat(3) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('write' as const), pick: fc.nat(1) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('say' as const), pick: fc.nat(1) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('agentReads' as const), pick: fc.nat(1) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('break' as const), pick: fc.nat(1) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reload' as const), pick: fc.nat(1) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('pass' as const), pick: fc.nat(20_000) }) },
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

function act(world: World, { do: what, pick }: Step): void {
  const { clock, model, network, written } = world;
  const visitor = theVisitor(world);
  const tab = network.tabs[pick % network.tabs.length];
  if (what === 'arrive') network.take(pick)?.arrive();
  if (what === 'lose') network.take(pick)?.lose();
  if (what === 'arriveTwice') {
    const packet = network.take(pick);
    packet?.arrive();
    if (packet?.repeatable) packet.arrive();
  }
  if (what === 'write') {
    const text = `visitor ${written.length}`;
    written.push(text);
    tab?.chat.write(text);
  }
  if (what === 'say' && visitor !== undefined) {
    world.said += 1;
    model.say(visitor, `business-${world.said}`, `business ${world.said}`);
  }
  if (what === 'agentReads' && visitor !== undefined) model.agentReads(visitor);
  if (what === 'break') network.breakStreams();
  if (what === 'pass') clock.advance(pick);
  if (what === 'reload') {
    tab?.close();
    network.openTab();
  }
}

test('ends in every tab with the server’s messages, once and in order, whatever is lost, duplicated or reordered', async () => {
  const runs = fc.asyncProperty(
    fc.array(step, { minLength: 5, maxLength: 150, size: 'max' }),
    fc.integer({ min: 1, max: 2 }),
    // Half of the runs start in the middle of a conversation, where most failures occur.
    fc.boolean(),
    async (steps, tabs, midst) => {
      const world = createWorld();
      for (let tab = 0; tab < tabs; tab += 1) world.network.openTab();
      if (midst) {
        act(world, { do: 'write', pick: 0 });
        await calm(world);
      }
      for (const one of steps) {
        act(world, one);
        await settle();
      }
      await calm(world);
      const server = theVisitor(world);
      const expected = server?.messages ?? [];
      for (const { chat } of world.network.tabs) {
        expect(chat.state().messages).toEqual(expected);
        expect(chat.state().pending).toEqual([]);
        expect(chat.state().unread).toBe(0);
      }
      const arrived = [...world.model.visitors.values()].flatMap((visitor) => visitor.messages);
      const texts = arrived.filter((message) => message.from === 'visitor').map((message) => message.text);
      expect([...texts].sort()).toEqual([...world.written].sort());
      if (tabs === 1) expect(texts).toEqual(world.written);
      const lastSaid = expected.findLast((message) => message.from === 'business')?.seq ?? 0;
      expect(server?.read ?? 0).toBe(lastSaid);
    },
  );
  await fc.assert(runs, { numRuns: 400 });
});

async function started(): Promise<{ world: World; chat: WidgetChat }> {
  const world = createWorld();
  const { chat } = world.network.openTab();
  await calm(world);
  return { world, chat };
}

/** Returns a tab whose visit has started. */
async function greeted(): Promise<{ world: World; chat: WidgetChat; visitor: Visitor }> {
  const { world, chat } = await started();
  chat.write('hello');
  await calm(world);
  const visitor = theVisitor(world);
  if (visitor === undefined) throw new Error('the message has not arrived');
  return { world, chat, visitor };
}

test('starts a new visit after an invalid token, and sends waiting messages there', async () => {
  const { world } = await started();
  const { chat } = world.network.openTab();
  chat.write('before');
  await calm(world);
  expect(chat.state().messages).toHaveLength(1);
  world.model.visitors.clear();
  chat.write('after');
  await calm(world);
  for (const tab of world.network.tabs) {
    expect(tab.chat.state().messages.map((message) => message.text)).toEqual(['after']);
  }
});

test('keeps a message whose id the server refuses for the visitor, and resends it under a new id', async () => {
  const { world, chat } = await started();
  const other = world.model.start(undefined);
  // The next id that this network assigns.
  world.model.send(other, '00000001', 'somebody else’s');
  chat.write('mine');
  await calm(world);
  const [refused] = chat.state().pending;
  expect(refused).toMatchObject({ id: '00000001', text: 'mine', refused: true });
  chat.retry('00000001');
  await calm(world);
  expect(chat.state().pending).toEqual([]);
  expect(chat.state().messages.map((message) => message.text)).toEqual(['mine']);
});

test('counts messages as unread until the visitor sees them', async () => {
  const { world, chat, visitor } = await greeted();
  chat.look({ open: false, visible: true });
  const said = world.model.say(visitor, 'business-1', 'hi');
  await calm(world);
  expect(chat.state().unread).toBe(1);
  expect(visitor).toMatchObject({ delivered: said.seq, read: 0 });
  chat.look({ open: true, visible: true });
  await calm(world);
  expect(chat.state().unread).toBe(0);
  expect(visitor.read).toBe(said.seq);
});

test('closes the stream of a tab hidden for long, and catches up when it is visible again', async () => {
  const { world, chat, visitor } = await greeted();
  expect(visitor.listeners.size).toBe(1);
  chat.look({ open: true, visible: false });
  await calm(world);
  expect(visitor.listeners.size).toBe(0);
  world.model.say(visitor, 'business-1', 'still there?');
  chat.look({ open: true, visible: true });
  chat.wake(false);
  await calm(world);
  expect(chat.state().messages.at(-1)?.text).toBe('still there?');
  expect(visitor.listeners.size).toBe(1);
});

test('the business’s typing is shown until its message comes, and never for long', async () => {
  const { world, chat, visitor } = await greeted();
  world.model.agentTypes(visitor, true);
  await arriveAll(world);
  expect(chat.state().typing).toBe(true);
  world.model.say(visitor, 'business-1', 'hi');
  await arriveAll(world);
  expect(chat.state().typing).toBe(false);
  world.model.agentTypes(visitor, true);
  await arriveAll(world);
  world.clock.advance(8000);
  expect(chat.state().typing).toBe(false);
});

test('keeps the presence of a hint that overtook an older answer', async () => {
  const { world, chat } = await greeted();
  await arriveAll(world);
  chat.wake(false);
  await settle();
  // The request arrives; its answer is still on the way.
  world.network.take(world.network.packets.length - 1)?.arrive();
  await settle();
  const answer = world.network.take(world.network.packets.length - 1);
  world.model.setOnline(false);
  await arriveAll(world);
  expect(chat.state().business?.online).toBe(false);
  answer?.arrive();
  await arriveAll(world);
  expect(chat.state().business?.online).toBe(false);
  // A later answer counts again: this hint is lost.
  world.model.setOnline(true);
  world.network.take(world.network.packets.length - 1)?.lose();
  await calm(world);
  expect(chat.state().business?.online).toBe(true);
});

test('finds a message whose hint was lost on a healthy stream', async () => {
  const { world, chat, visitor } = await greeted();
  world.model.say(visitor, 'business-1', 'hi');
  // The latest packet is the hint.
  world.network.take(world.network.packets.length - 1)?.lose();
  await calm(world);
  expect(chat.state().messages.at(-1)?.text).toBe('hi');
});

test('turns a file into one message although packets are lost, and uploads no forbidden file', async () => {
  const { world, chat } = await started();
  const uploads = createUploads(chat.visit, world.network, {
    changed() {},
    uploaded: (file, at) => chat.sendFile(file, at),
  });
  const file = (name: string, type: string) => new File(['x'], name, { type });
  uploads.add(file('a.pdf', 'application/pdf'), 0);
  uploads.add(file('a.exe', 'application/x-msdownload'), 1);
  await settle();
  expect(uploads.list()).toMatchObject([
    { refused: null },
    { file: { name: 'a.exe' }, refused: 'unsendable' },
  ]);
  for (let lost = 0; lost < 3; lost += 1) {
    // The latest packet is the upload's.
    world.network.take(world.network.packets.length - 1)?.lose();
    await settle();
    world.clock.advance(60_000);
    await settle();
  }
  await calm(world);
  expect(theVisitor(world)?.messages).toMatchObject([
    { kind: 'file', text: '', attachment: { fileId: 'the file a.pdf' } },
  ]);
  const [left] = uploads.list();
  expect(left).toMatchObject({ file: { name: 'a.exe' }, refused: 'unsendable' });
  uploads.drop(left?.id ?? 0);
  expect(uploads.list()).toEqual([]);
  expect(chat.state().pending).toEqual([]);
});

test('uploads a file chosen before the visit once the visit has started', async () => {
  const world = createWorld();
  const { chat } = world.network.openTab();
  const uploads = createUploads(chat.visit, world.network, {
    changed() {},
    uploaded: (file, at) => chat.sendFile(file, at),
  });
  uploads.add(new File(['x'], 'a.pdf', { type: 'application/pdf' }), 0);
  await calm(world);
  expect(theVisitor(world)).toBeUndefined();
  uploads.flush();
  await calm(world);
  expect(theVisitor(world)?.messages).toHaveLength(1);
});
