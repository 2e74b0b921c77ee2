/** The whole configuration, from the environment, once. A wrong value stops the start and says which and why. */
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { translationEnvironment } from './modules/translation/index.ts';

const flag = z
  .enum(['on', 'off', 'true', 'false', '1', '0', ''])
  .transform((v) => ['on', 'true', '1'].includes(v));
const text = (takes: string) => z.string().min(1, { error: takes });

const environment = z.object({
  PORT: z.coerce.number({ error: 'a port number from 0 to 65535' }).int().min(0).max(65_535).default(3000),
  HOST: text('an address to listen on, e.g. 127.0.0.1').default('0.0.0.0'),
  DATA_DIR: text('a folder').default('./data'),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'postgres://user:password@host:port/database' })
    .optional(),
  REDIS_URL: z.url({ protocol: /^rediss?$/, error: 'redis://host:port' }).optional(),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'the address under which the world reaches this server' })
    .optional(),
  APP_SECRET: z
    .string()
    .min(32, { error: 'at least 32 random characters; several, comma-separated: newest first' })
    .optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'smtp://user:password@host:port' }).optional(),
  MAIL_FROM: text('a sender, e.g. Parley <parley@example.com>').default('Parley <parley@localhost>'),
  OPERATOR_EMAIL: z.email({ error: 'an e-mail address' }).optional(),
  OPERATOR_PASSWORD: z.string().min(6, { error: 'at least 6 characters' }).optional(),
  DEMO_MODE: flag.default(false),
  /** May social accounts live on this machine or in its private networks? */
  PRIVATE_NETWORKS: flag.default(false),
  TRUST_PROXY: z.string().default(''),
  RATE_LIMIT_FACTOR: z.coerce.number({ error: 'a number above 0' }).positive().default(1),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  /** Jobs that run at once in this process. */
  CONCURRENCY: z.coerce.number({ error: 'a number from 1 to 64' }).int().min(1).max(64).default(12),
  ...translationEnvironment.shape,
});

export type Environment = z.output<typeof environment>;
export type Config = Readonly<
  Environment & {
    dataDir: string;
    /** Newest first; the others still open what they sealed. */
    secrets: readonly [string, ...string[]];
  }
>;

export class ConfigError extends Error {}

export function readConfig(variables: Readonly<Record<string, string | undefined>>): Config {
  const parsed = environment.safeParse(variables);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: takes ${issue.message}`);
    throw new ConfigError(`The environment has wrong values:\n${lines.join('\n')}`);
  }
  const dataDir = resolve(parsed.data.DATA_DIR);
  return Object.freeze({ ...parsed.data, dataDir, secrets: secretsOf(parsed.data.APP_SECRET, dataDir) });
}

/** Without APP_SECRET one is made at the first start and kept beside the data that it protects. */
function secretsOf(given: string | undefined, dataDir: string): readonly [string, ...string[]] {
  if (given !== undefined) {
    const [first = '', ...rest] = given.split(',').map((secret) => secret.trim());
    return [first, ...rest];
  }
  const file = join(dataDir, 'app-secret');
  mkdirSync(dataDir, { recursive: true });
  try {
    writeFileSync(file, randomBytes(48).toString('base64url'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  return [readFileSync(file, 'utf8').trim()];
}
