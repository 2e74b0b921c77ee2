import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from './app.ts';
import { ConfigError, folderProblem, isLocalHost } from './config.ts';

const secret = 'x'.repeat(32);
const read = (variables: Record<string, string> = {}) => readConfig({ APP_SECRET: secret, ...variables });

describe('a wrong variable', () => {
  it.each([
    ['PORT', '65536', 'a port number from 0 to 65535'],
    ['PORT', '-1', 'a port number'],
    ['PORT', '80.5', 'a port number'],
    ['PORT', 'http', 'a port number'],
    ['DATABASE_URL', 'mysql://localhost/x', 'postgres://user:password@host:port/database'],
    ['DATABASE_URL', 'nonsense', 'postgres://'],
    ['REDIS_URL', 'http://localhost', 'redis://host:port'],
    ['PUBLIC_URL', 'ftp://example.com', 'the http or https address'],
    ['APP_SECRET', 'short', 'at least 32 random characters'],
    ['APP_SECRET', `${secret},short`, 'at least 32 random characters'],
    ['APP_SECRET', `${secret},`, 'at least 32 random characters'],
    ['SMTP_URL', 'example.com:25', 'smtp://user:password@host:port'],
    ['MAIL_FROM', 'Parley', 'a sender'],
    ['OPERATOR_EMAIL', 'me', 'an e-mail address'],
    ['OPERATOR_PASSWORD', 'x'.repeat(129), '12 to 128 characters'],
    ['DEMO_MODE', 'maybe', 'on or off'],
    ['PRIVATE_NETWORKS', 'yes please', 'on or off'],
    ['PROXY_CHECK_URL', 'example.com', 'the http or https address of a service'],
    ['TRUST_PROXY', 'my proxy', 'the addresses or networks of reverse proxies'],
    ['TRUST_PROXY', '10.0.0.0/33', 'the addresses or networks'],
    ['RATE_LIMIT_FACTOR', '0', 'a number above 0'],
    ['METRICS_TOKEN', 'short', '16 to 200 characters'],
    ['LOG_LEVEL', 'loud', 'trace, debug, info, warn, error or silent'],
    ['CONCURRENCY', '513', 'a number from 1 to 512'],
    ['LIBRETRANSLATE_URL', 'here', 'an http or https address'],
    ['ENGINE_TIME_LIMIT_MS', '5', 'milliseconds from 100 to 60000'],
  ])('%s=%s stops the start with the variable’s name and accepted values', (name, value, takes) => {
    expect(() => read({ [name]: value })).toThrow(ConfigError);
    expect(() => read({ [name]: value })).toThrow(`${name}: takes ${takes}`);
  });

  it('names all wrong variables together, each once', () => {
    const message = String(
      (() => {
        try {
          return read({ PORT: 'x', LOG_LEVEL: 'x', LIBRETRANSLATE_URL: 'x' });
        } catch (error) {
          return error;
        }
      })(),
    );
    expect(message.match(/^ {2}\w+: /gm)).toEqual(['  PORT: ', '  LOG_LEVEL: ', '  LIBRETRANSLATE_URL: ']);
  });
});

describe('a good configuration', () => {
  it('has the documented defaults', () => {
    expect(read()).toMatchObject({
      PORT: 3000,
      HOST: '0.0.0.0',
      DEMO_MODE: false,
      PRIVATE_NETWORKS: false,
      PROXY_CHECK_URL: 'https://www.cloudflare.com/cdn-cgi/trace',
      RATE_LIMIT_FACTOR: 1,
      LOG_LEVEL: 'info',
      APERTIUM_LOCAL: 'auto',
    });
    expect(read().dataDir).toMatch(/\/data$/);
  });

  it('treats an empty variable as not set', () => {
    const empty = read({ PORT: '', DATABASE_URL: '', DEMO_MODE: '', TRUST_PROXY: '', CONCURRENCY: '' });
    expect(empty).toMatchObject({ PORT: 3000, DEMO_MODE: false, CONCURRENCY: 64 });
    expect(empty.DATABASE_URL ?? empty.TRUST_PROXY).toBeUndefined();
  });

  it.each(['loopback', '127.0.0.1', '10.0.0.0/8, 192.168.1.1', '::1', 'fd00::/8'])(
    'trusts the proxies %s',
    (text) => {
      expect(read({ TRUST_PROXY: text }).TRUST_PROXY).toBe(text);
    },
  );

  it('a good configuration is frozen', () => {
    expect(Object.isFrozen(read())).toBe(true);
  });

  it('keeps several secrets, the newest first', () => {
    expect(read({ APP_SECRET: `${secret}, ${'y'.repeat(40)}` }).secrets).toEqual([secret, 'y'.repeat(40)]);
  });
});

describe('without APP_SECRET', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'parley-config-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('creates a secret at the first start, readable by its owner only, and reuses it', () => {
    const dataDir = join(folder, 'new', 'data');
    const { secrets } = readConfig({ DATA_DIR: dataDir });
    expect(secrets[0].length).toBeGreaterThanOrEqual(64);
    expect(readFileSync(join(dataDir, 'app-secret'), 'utf8')).toBe(secrets[0]);
    expect(statSync(join(dataDir, 'app-secret')).mode & 0o777).toBe(0o600);
    expect(readConfig({ DATA_DIR: dataDir }).secrets).toEqual(secrets);
    expect(readdirSync(dataDir)).toEqual(['app-secret']);
  });

  it.each(['', 'half a secret'])('refuses a stored secret "%s", which anyone could guess', (text) => {
    writeFileSync(join(folder, 'app-secret'), text);
    expect(() => readConfig({ DATA_DIR: folder })).toThrow(/app-secret is damaged: restore it/);
  });
});

it.each([
  ['127.0.0.1', true],
  ['127.1.2.3', true],
  ['localhost', true],
  ['::1', true],
  ['0.0.0.0', false],
  ['::', false],
  ['192.168.1.2', false],
  ['127.example.com', false],
])('classifies %s as reachable from this machine only: %s', (host, local) => {
  expect(isLocalHost(host)).toBe(local);
});

describe('the data directory', () => {
  it('the data directory is refused in a sentence when it is a file, or lies below one', () => {
    const parent = mkdtempSync(join(tmpdir(), 'parley-config-'));
    const file = join(parent, 'file');
    writeFileSync(file, '');
    expect(() => read({ DATA_DIR: file })).toThrow(`${file}, can't be used: it is a file, and not a folder.`);
    expect(() => read({ DATA_DIR: join(file, 'data') })).toThrow(
      "can't be used: it is a file, or lies below one.",
    );
    rmSync(parent, { recursive: true });
  });

  it('the data directory is left as it was when it can be written to', () => {
    const folder = mkdtempSync(join(tmpdir(), 'parley-config-'));
    read({ DATA_DIR: folder });
    expect(readdirSync(folder)).toEqual([]);
    rmSync(folder, { recursive: true });
  });

  it.each([
    ['EROFS', 'its file system is read-only'],
    ['EACCES', 'this user has no right to write there'],
    ['ENOSPC', 'its disk is full'],
  ])('has a sentence for %s', (code, reason) => {
    const error = Object.assign(new Error(`${code}: open '/data/.probe'`), { code });
    expect(folderProblem('/data', error)).toBe(
      `The folder that DATA_DIR names, /data, can't be used: ${reason}.`,
    );
  });
});
