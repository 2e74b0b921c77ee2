/**
 * Reads the whole configuration from the environment, once. An invalid value stops the start with the variable's name
 * and the reason.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { z } from 'zod';

/** Declares a variable with the sentence that reports an invalid value. */
const takes = <S extends z.ZodType>(sentence: string, schema: S) => schema.describe(sentence);
const address = (sentence: string, protocol: RegExp) => takes(sentence, z.url({ protocol }).optional());
const flag = takes(
  'on or off',
  z
    .enum(['on', 'off', 'true', 'false', '1', '0'])
    .default('off')
    .transform((value) => ['on', 'true', '1'].includes(value)),
);

const port = z.coerce.number().int().min(0).max(65_535).default(3000);
const shortestSecret = 32;
const secrets = z
  .string()
  .transform((text) => text.split(',').map((secret) => secret.trim()))
  .refine((list) => list.every((secret) => secret.length >= shortestSecret));

const environment = z.object({
  PORT: takes('a port number from 0 to 65535', port),
  HOST: takes('an address to listen on, e.g. 127.0.0.1', z.string().default('0.0.0.0')),
  DATA_DIR: takes('a folder', z.string().default('./data')),
  DATABASE_URL: address('postgres://user:password@host:port/database', /^postgres(ql)?$/),
  REDIS_URL: address('redis://host:port', /^rediss?$/),
  PUBLIC_URL: address('the http or https address under which the world reaches this server', /^https?$/),
  APP_SECRET: takes(
    'at least 32 random characters; several, comma-separated: the newest first',
    secrets.optional(),
  ),
  SMTP_URL: address('smtp://user:password@host:port', /^smtps?$/),
  MAIL_FROM: takes(
    'a sender, e.g. Parley <parley@example.com>',
    z.string().regex(/\S@\S/).default('Parley <parley@localhost>'),
  ),
  OPERATOR_EMAIL: takes('an e-mail address', z.email().optional()),
  OPERATOR_PASSWORD: takes('12 to 128 characters', z.string().max(128).optional()),
  DEMO_MODE: flag,
  /** Enables several brands on this installation, each with its own users and settings. */
  TENANTS: flag,
  /** Permits social accounts, and their proxies, on this machine or in its private networks. */
  PRIVATE_NETWORKS: flag,
  /** Requested through a proxy to test it; responds with lines that include `ip=` and `loc=`. */
  PROXY_CHECK_URL: takes(
    'the http or https address of a service that answers ip=… and loc=… lines',
    z.url({ protocol: /^https?$/ }).default('https://www.cloudflare.com/cdn-cgi/trace'),
  ),
  TRUST_PROXY: takes(
    'the addresses or networks of reverse proxies, comma-separated, e.g. 10.0.0.0/8',
    z.string().refine(isAddressList).optional(),
  ),
  /** Database of addresses' locations; left out: the file that ships with Parley, which has countries. */
  LOCATION_FILE: takes('a file in MaxMind’s format', z.string().optional()),
  /** DNS servers for the proofs of link domains; left out: those of the operating system. */
  DNS_SERVERS: takes(
    'the addresses of DNS servers, comma-separated, e.g. 9.9.9.9',
    z.string().refine(isServerList).transform(serversOf).optional(),
  ),
  RATE_LIMIT_FACTOR: takes('a number above 0', z.coerce.number().positive().default(1)),
  /** The token for `/metrics`; left out: no token is needed. */
  METRICS_TOKEN: takes('16 to 200 characters', z.string().min(16).max(200).optional()),
  LOG_LEVEL: takes(
    'trace, debug, info, warn, error or silent',
    z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  ),
  /** Number of jobs that run concurrently in this process. */
  CONCURRENCY: takes('a number from 1 to 512', z.coerce.number().int().min(1).max(512).default(64)),
});

export type BaseConfig = Readonly<
  Omit<z.output<typeof environment>, 'APP_SECRET'> & {
    dataDir: string;
    /** Newest first; the older ones still decrypt what was encrypted with them. */
    secrets: readonly [string, ...string[]];
  }
>;

/** The problems of the environment, in sentences that name each variable. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Reads the server's own variables and those of the modules, whose schema's messages describe the accepted values. An
 * empty variable counts as not set. Throws `ConfigError`; the result is frozen.
 */
export function configReader<Modules extends z.ZodObject>(modules: Modules) {
  return (variables: Variables): BaseConfig & Readonly<z.output<Modules>> => {
    const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''));
    const base = environment.safeParse(given);
    const own = modules.safeParse(given);
    if (!base.success || !own.success) {
      throw new ConfigError(complaint([...(base.error?.issues ?? []), ...(own.error?.issues ?? [])]));
    }
    const { APP_SECRET, ...values } = base.data;
    const dataDir = resolve(values.DATA_DIR);
    // The folder remains unused when the database, the secret and the files are elsewhere.
    const { S3_BUCKET: bucket } = given;
    if (!values.DATABASE_URL || !APP_SECRET || !bucket) proveFolder(dataDir);
    return Object.freeze({ ...values, ...own.data, dataDir, secrets: secretsOf(APP_SECRET, dataDir) });
  };
}

/** Checks by writing a file, since permissions prove nothing for root and on read-only file systems. */
function proveFolder(dataDir: string): void {
  const probe = join(dataDir, `.probe-${randomBytes(6).toString('hex')}`);
  try {
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(probe, '', { flag: 'wx' });
    rmSync(probe);
  } catch (error) {
    throw new ConfigError(folderProblem(dataDir, error), { cause: error });
  }
}

/** Returns a sentence that explains why the data directory can't be used. */
export function folderProblem(dataDir: string, error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  const reasons: Readonly<Record<string, string>> = {
    EEXIST: 'it is a file, and not a folder',
    ENOTDIR: 'it is a file, or lies below one',
    EROFS: 'its file system is read-only',
    EACCES: 'this user has no right to write there',
    EPERM: 'this user has no right to write there',
    ENOSPC: 'its disk is full',
    EDQUOT: 'its disk quota is used up',
  };
  const reason = (typeof code === 'string' ? reasons[code] : undefined) ?? String(error);
  return `The folder that DATA_DIR names, ${dataDir}, can't be used: ${reason}.`;
}

function complaint(issues: readonly z.core.$ZodIssue[]): string {
  const sentences: Readonly<Record<string, z.ZodType>> = environment.shape;
  const lines = new Map(
    issues.map(({ path, message }) => {
      const name = String(path[0]);
      return [name, `  ${name}: takes ${sentences[name]?.description ?? message}`];
    }),
  );
  return ['The environment has wrong values:', ...lines.values()].join('\n');
}

/** Returns whether a server that listens on this host is reachable from this machine only. */
export function isLocalHost(host: string): boolean {
  if (host === 'localhost' || host === '::1') return true;
  return isIP(host) === 4 && host.startsWith('127.');
}

/** Splits a list of addresses, each with or without a port, in the form that Node's resolver accepts. */
function serversOf(text: string): string[] {
  return text.split(',').map((entry) => entry.trim());
}

function isServerList(text: string): boolean {
  return serversOf(text).every((entry) => {
    const parts = /^(?:\[(?<v6>.+)\]|(?<v4>[\d.]+))(?::(?<port>\d{1,5}))?$/.exec(entry)?.groups ?? {};
    return isIP(parts.v6 ?? parts.v4 ?? entry) !== 0 && Number(parts.port ?? 53) <= 65_535;
  });
}

/**
 * Returns whether Fastify's `trustProxy` accepts the list: addresses, networks with a prefix, and three named ranges.
 */
function isAddressList(text: string): boolean {
  return text.split(',').every((piece) => {
    const entry = piece.trim();
    if (['loopback', 'linklocal', 'uniquelocal'].includes(entry)) return true;
    const [host = '', prefix, ...more] = entry.split('/');
    const bits = { 4: 32, 6: 128 }[isIP(host)];
    if (bits === undefined || more.length > 0) return false;
    return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits);
  });
}

/**
 * Returns the secrets. Without APP_SECRET, one is generated at the first start and stored with the data that it
 * protects. A file written by a restore may have several, as the variable may.
 */
function secretsOf(given: readonly string[] | undefined, dataDir: string): readonly [string, ...string[]] {
  const [first, ...rest] = given ?? [];
  if (first !== undefined) return [first, ...rest];
  const file = join(dataDir, 'app-secret');
  mkdirSync(dataDir, { recursive: true });
  if (!existsSync(file)) makeSecret(file);
  const [newest, ...older] = secrets.safeParse(readFileSync(file, 'utf8')).data ?? [];
  if (newest !== undefined) return [newest, ...older];
  throw new ConfigError(
    `${file} is damaged: restore it from a backup, or remove it, which ends all login sessions and loses the stored credentials.`,
  );
}

/**
 * Creates a secret. It is written to a draft and linked into place: no process ever reads a partial secret, and of
 * two concurrent starts one wins.
 */
function makeSecret(file: string): void {
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    writeFileSync(draft, randomBytes(48).toString('base64url'), { mode: 0o600, flag: 'wx', flush: true });
    linkSync(draft, file);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}
