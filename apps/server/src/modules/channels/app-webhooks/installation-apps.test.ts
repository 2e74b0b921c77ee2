import type { Connector } from '@parley/connectors';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { channelsEnvironment, installationApps } from './installation-apps.ts';

const secrets = z.strictObject({ secret: z.string().min(1) });
// Only the schema of the app's secrets is read of the connector.
const whatsapp = { app: { secrets } } as unknown as Connector;
const connectors = { get: (platform: string) => (platform === 'whatsapp' ? whatsapp : undefined) };
const app = (id: string, secrets: Record<string, unknown> = { secret: 's' }) =>
  ({ platform: 'whatsapp', id, secrets }) as const;

it('finds each app by its platform and id', () => {
  const apps = installationApps([app('1'), app('2', { secret: 'of two' })], connectors);
  expect(apps.secretsOf('whatsapp', '2')).toEqual({ secret: 'of two' });
  expect(apps.secretsOf('whatsapp', '3')).toBeUndefined();
  expect(apps.secretsOf('messenger', '1')).toBeUndefined();
});

it.each([
  [[{ ...app('1'), platform: 'telegram' as const }], 'accounts of telegram are not reached by an app'],
  [[app('1'), app('1')], 'whatsapp 1 is named twice'],
  [[app('1', { secret: '' })], 'the secrets of whatsapp 1 are wrong: secret'],
])('prevents the start with a sentence: %#', (configured, sentence) => {
  expect(() => installationApps(configured, connectors)).toThrow(`PLATFORM_APPS: ${sentence}`);
});

it('reads the variable, and describes its format when it is invalid', () => {
  const read = (PLATFORM_APPS?: string) => channelsEnvironment.safeParse({ PLATFORM_APPS });
  expect(read(JSON.stringify([app('1')])).data?.PLATFORM_APPS).toEqual([app('1')]);
  expect(read().data).toEqual({});
  expect(read('').data?.PLATFORM_APPS).toBeUndefined();
  for (const wrong of [
    'x',
    '{}',
    '[{"platform":"pigeon","id":"1","secrets":{}}]',
    '[{"platform":"whatsapp","id":"a/b","secrets":{}}]',
  ])
    expect(read(wrong).error?.issues[0]?.message, wrong).toMatch(/^a JSON list of apps/);
});
