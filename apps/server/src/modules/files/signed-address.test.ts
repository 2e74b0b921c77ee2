import { expect, it } from 'vitest';
import { createFileAddresses } from './signed-address.ts';

const hour = 3_600_000;
let now = 10 * hour + 1;
const addresses = createFileAddresses('a secret of the installation', () => now);
const fileId = '01900000-0000-7000-8000-000000000001';
const other = fileId.replace(/1$/, '2');
const queryOf = (address: string) => Object.fromEntries(new URL(address, 'http://here').searchParams);

it('signs one file for one to two hours, with an address that stays cacheable for an hour', () => {
  now = 10 * hour + 1;
  const address = addresses.sign(fileId);
  expect(address.startsWith(`/api/files/${fileId}?`)).toBe(true);
  now = 11 * hour - 1;
  expect(addresses.sign(fileId)).toBe(address);
  now = 12 * hour - 1;
  expect(addresses.sign(fileId)).not.toBe(address);
  expect(addresses.isSigned(fileId, queryOf(address))).toBe(true);
  now = 12 * hour;
  expect(addresses.isSigned(fileId, queryOf(address))).toBe(false);
});

it('refuses any other address', () => {
  now = 10 * hour;
  const query = queryOf(addresses.sign(fileId));
  const elsewhere = createFileAddresses('another secret', () => now);
  expect(addresses.isSigned(other, query)).toBe(false);
  expect(elsewhere.isSigned(fileId, query)).toBe(false);
  const { expires, signature = '' } = query;
  for (const forged of [
    {},
    { expires },
    { signature },
    { expires: String(Number(expires) + 1), signature },
    { expires, signature: signature.slice(1) },
    { expires, signature: '' },
    { expires: [expires], signature },
    { expires, signature: [signature] },
    { expires: 'never', signature },
  ])
    expect(addresses.isSigned(fileId, forged), JSON.stringify(forged)).toBe(false);
});
