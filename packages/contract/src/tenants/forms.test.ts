import { expect, it } from 'vitest';
import { createTenant } from './endpoints.ts';

/** Returns whether a tenant's form is accepted with this host. */
const accepts = (host: string) =>
  createTenant.body.safeParse({
    name: 'Acme',
    hosts: [host],
    brandName: 'Acme Chat',
    logoFileId: null,
    enabled: true,
    registrationOpen: true,
  }).success;

it.each([
  '',
  'a b',
  'http://x.example',
  'x.example:80',
  '-x.example',
  'x..example',
  '127.0.0.1',
  'müller.example',
])('a tenant’s form refuses "%s", because it is no host', (host) => {
  expect(accepts('x.example')).toBe(true);
  expect(accepts(host)).toBe(false);
});
