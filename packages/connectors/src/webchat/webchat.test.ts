import { describe, expect, it } from 'vitest';
import { describeConnector, type Harness } from '../conformance.ts';
import type { ConnectorHost } from '../spec.ts';
import { createTestHost, type TestHost } from '../testing/host.ts';
import { createWebchat } from './connector.ts';
import { createVisitor, createWebchatLog } from './fixtures/visitor.ts';
import { changeFromVisitor, receiveFromVisitor } from './inbound.ts';
import { originAllowed, type WebchatCredentials, webchatCredentials } from './manifest.ts';

const credentials: WebchatCredentials = { siteName: 'Shop', origins: ['https://shop.example'] };
const chatId = 'visitor-1';

async function makeHarness(): Promise<Harness<WebchatCredentials>> {
  const server = createWebchatLog();
  let host: ConnectorHost = createTestHost();
  let fail: (error: Error) => void = () => undefined;
  const newHost = (stored?: TestHost['stored']): TestHost => {
    // Aborts the requests that the dead process was handling.
    fail(new Error('The connection broke'));
    const broken = new Promise<never>((_, reject) => {
      fail = reject;
    });
    broken.catch(() => undefined);
    const fresh = createTestHost(stored ? { stored } : {});
    host = { ...fresh, accept: (messages) => Promise.race([fresh.accept(messages), broken]) };
    return fresh;
  };
  const visitor = createVisitor({ chatId, log: server.log, host: () => host });
  const last = () => server.log.at(-1)?.id ?? '';
  return {
    connector: createWebchat(server.hooks),
    credentials,
    wrong: {
      credentials: { ...credentials, origins: ['shop.example/path'] },
      reason: /^credentials-invalid$/,
    },
    unreachable: null,
    newHost,
    customer: {
      chatId,
      write: async (text) => void visitor.write(text),
      received: () => visitor.received().map((entry) => entry.text),
      edit: visitor.edit,
      takeBack: visitor.takeBack,
      react: visitor.react,
      answer: async (text) => void visitor.write(text, { replyTo: last() }),
      answered: visitor.answered,
      confirm: (state) => visitor.confirm(last(), state),
      typing: async (on) => host.typing(chatId, on),
      sawTyping: () => server.typings.some((one) => one.on),
      sawRead: () => server.reads.length > 0,
      setOnline: async (on) => host.presence(chatId, on),
    },
    shown: (text) => text.toWellFormed(),
    heard: (text) => text.toWellFormed().replaceAll('\u0000', '\ufffd'),
    platform: {
      stop: async () => visitor.connect(false),
      start: async () => visitor.connect(true),
    },
    close: async () => visitor.connect(false),
  };
}

describeConnector('webchat', makeHarness);

describe('webchat', () => {
  it.each([
    [{ siteName: '', origins: ['https://a.example'] }],
    [{ siteName: 'S', origins: [] }],
    [{ siteName: 'S', origins: '' }],
    [{ siteName: 'S', origins: ['https://a.example/shop'] }],
    [{ siteName: 'S', origins: ['https://*.example'] }],
    [{ siteName: 'S', origins: ['javascript:alert(1)'] }],
    [{ siteName: 'S', origins: ['https://user@a.example'] }],
    [{ siteName: 'S', origins: ['https://a.example'], accentColor: 'red' }],
    [{ siteName: 'S', origins: ['https://a.example'], welcomeText: 'x'.repeat(501) }],
  ])('refuses %j', (values) => {
    expect(webchatCredentials.safeParse(values).success).toBe(false);
  });

  it('parses a form with one origin per line, and empty fields as absent', () => {
    const values = {
      siteName: ' Shop ',
      origins: 'https://Shop.example/\nhttp://localhost:8080',
      welcomeText: '',
      offlineText: 'Back at nine',
      accentColor: '',
    };
    expect(webchatCredentials.parse(values)).toMatchObject({
      siteName: 'Shop',
      origins: ['https://shop.example', 'http://localhost:8080'],
      offlineText: 'Back at nine',
    });
  });

  it('admits only allowed websites, and all of them only if `*` is given', () => {
    expect(originAllowed(credentials, 'https://shop.example')).toBe(true);
    expect(originAllowed(credentials, 'https://shop.example.evil')).toBe(false);
    expect(originAllowed(credentials, 'http://shop.example')).toBe(false);
    expect(originAllowed(credentials, undefined)).toBe(false);
    expect(originAllowed({ ...credentials, origins: ['*'] }, 'https://any.example')).toBe(true);
  });

  it.each([
    [['https://shop.example', 'https://other.example'], 'https://shop.example/'],
    [['*', 'https://shop.example:8443'], 'https://shop.example:8443/'],
    [['*'], null],
  ])('links a widget for %j to %s', async (origins, link) => {
    const result = await createWebchat(createWebchatLog().hooks).check(
      { ...credentials, origins },
      createTestHost(),
    );
    expect(result).toMatchObject({ ok: true, account: { link } });
  });

  it.each([
    ['no id', { text: 'x' }, 'id'],
    ['an id of another kind', { id: '1', text: 'x' }, 'id'],
    ['white space only', { id: crypto.randomUUID(), text: ' \n' }, 'text'],
    ['too long a text', { id: crypto.randomUUID(), text: '👍'.repeat(10_001) }, 'text'],
    ['no object', 'hello', ''],
  ])('refuses a visitor’s payload with %s', async (_, body, field) => {
    const host = createTestHost();
    const visitor = { chatId, displayName: null, language: null };
    expect(await receiveFromVisitor(host, visitor, body)).toEqual({ ok: false, fields: [field] });
    expect(host.messages).toEqual([]);
  });

  it.each([
    ['an emoji that is not offered', { kind: 'reacted', reactions: ['💩'] }, 'reactions.0'],
    ['two emoji', { kind: 'reacted', reactions: ['👍', '❤'] }, 'reactions'],
    ['too long a text', { kind: 'edited', text: '👍'.repeat(10_001) }, 'text'],
    ['a time of the visitor’s', { kind: 'deleted', at: 0 }, ''],
    ['an unknown kind', { kind: 'pinned' }, 'kind'],
  ])('refuses a visitor’s change with %s', async (_, change, field) => {
    const host = createTestHost();
    const body = { target: crypto.randomUUID(), ...change };
    expect(await changeFromVisitor(host, { chatId }, body)).toEqual({ ok: false, fields: [field] });
    expect(host.changes).toEqual([]);
  });

  it('passes on the typing agent’s name only if the owner shows agents’ names', async () => {
    const server = createWebchatLog();
    const connector = createWebchat(server.hooks);
    for (const shown of [{}, { showAgentNames: 'true' } as const]) {
      const connection = await connector.open({ ...credentials, ...shown }, createTestHost());
      await connection.typing?.(chatId, true, 'Ana');
      await connection.typing?.(chatId, true, null);
      await connection.close();
    }
    const nameless = { chatId, on: true };
    expect(server.typings).toEqual([nameless, nameless, { ...nameless, name: 'Ana' }, nameless]);
    expect(webchatCredentials.safeParse({ ...credentials, showAgentNames: 'yes' }).success).toBe(false);
  });

  it('confirms a sent message even if the visitor can’t be notified', async () => {
    const broken = async () => {
      throw new Error('no page open');
    };
    const host = createTestHost();
    const connector = createWebchat({ deliver: broken, typing: broken, read: broken });
    const connection = await connector.open(credentials, host);
    expect(await connection.send({ id: 'm1', chatId, text: 'hi' })).toEqual({
      ok: true,
      platformMessageId: 'm1',
    });
    await connection.typing?.(chatId, true);
    expect(host.logs.filter((line) => line.level === 'warn')).toHaveLength(2);
    await connection.close();
  });
});
