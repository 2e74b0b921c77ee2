import { expect, it } from 'vitest';
import { systemClock } from '../clock.ts';
import { createNetwork } from '../network.ts';
import { filesEnvironment, openFiles } from './files-config.ts';

const deps = { fetch: createNetwork({ inward: true }).fetch, clock: systemClock };
const open = (variables: Record<string, string>) =>
  openFiles({ ...filesEnvironment.parse(variables), dataDir: '/nowhere' }, deps);
const whole = {
  S3_ENDPOINT: 'https://s3.example.com/base',
  S3_BUCKET: 'parley',
  S3_ACCESS_KEY_ID: 'key',
  S3_SECRET_ACCESS_KEY: 'secret',
};

it('stores files on this machine by default', () => {
  expect(open({}).uploadOrigin).toBeNull();
});

it('stores files in the configured bucket', async () => {
  const store = open(whole);
  expect(store.uploadOrigin).toBe('https://s3.example.com');
  const put = await store.presignPut('a/b', { contentType: 'image/png', size: 1, expiresInSeconds: 60 });
  expect(put?.url).toMatch(/^https:\/\/s3\.example\.com\/base\/parley\/a\/b\?/);
  expect(put?.url).toContain('%2Fauto%2Fs3%2F');
  expect(put?.url).not.toContain('secret');
});

it.each(Object.keys(whole))('names %s when it alone is missing', (name) => {
  const rest = Object.fromEntries(Object.entries(whole).filter(([key]) => key !== name));
  expect(() => open(rest)).toThrow(`${name}: needed`);
});

it.each([
  ['S3_ENDPOINT', 's3.example.com'],
  ['S3_ENDPOINT', 'ftp://s3.example.com'],
  ['S3_BUCKET', '../other'],
  ['S3_BUCKET', 'a'],
])('refuses %s=%s', (name, value) => {
  expect(() => open({ ...whole, [name]: value })).toThrow();
});
