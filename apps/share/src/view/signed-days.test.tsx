/** The signed days of a work order, verified and downloaded in the browser. */
import type { SnapshotFile } from '@parley/contract/work-order-shares';
import { canonicalJson, snapshotFormat } from '@parley/contract/work-order-shares/snapshot-chain';
import { afterEach, expect, it, vi } from 'vitest';
import { textsOf } from '../lib/order-texts.ts';
import { signedDays } from './signed-days.ts';

afterEach(() => {
  document.body.replaceChildren();
  vi.restoreAllMocks();
});

const sha256 = async (text: string) =>
  Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))).toString('hex');

/** Returns a file with one closed day, signed with its own key. */
async function fileOf(change: (content: string) => string = (content) => content): Promise<SnapshotFile> {
  const counts = { newFans: 1, repeatFans: 0, baseFans: 0 };
  const content = canonicalJson({
    format: snapshotFormat,
    workOrderId: '0190a0b0-0000-7000-8000-000000000001',
    workOrderName: 'Spring',
    platform: 'webchat',
    number: 1,
    previous: null,
    day: '2026-03-01',
    startsAt: '2026-03-01T00:00:00.000Z',
    endsAt: '2026-03-02T00:00:00.000Z',
    timeZone: 'UTC',
    resetTime: '00:00',
    goals: { total: null, daily: null, accountTotal: null, accountDaily: null },
    totals: counts,
    accounts: [{ socialAccountId: 'a', name: 'Shop', ...counts }],
    verdicts: { count: 1, digest: 'd' },
  });
  const pair = await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify']);
  if (!('publicKey' in pair)) throw new Error('there is no pair of keys');
  const base64 = (bytes: ArrayBuffer) => Buffer.from(bytes).toString('base64');
  const signature = await crypto.subtle.sign('Ed25519', pair.privateKey, new TextEncoder().encode(content));
  return {
    format: snapshotFormat,
    keys: { key: base64(await crypto.subtle.exportKey('raw', pair.publicKey)) },
    snapshots: [
      { content: change(content), hash: await sha256(content), keyId: 'key', signature: base64(signature) },
    ],
  };
}

const press = (name: string) =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)?.click();
const status = () => document.querySelector('[role=status]')?.textContent;

it.each([
  ['reports a file that is whole as valid', undefined, 'All 1 days are valid (2026-03-01 to 2026-03-01)'],
  [
    'names the changed day and its fault',
    (content: string) => content.replace('"Shop"', '"Ship"'),
    'Record 1 (2026-03-01) is not valid: wrong hash',
  ],
])('%s', async (_, change, sentence) => {
  const file = await fileOf(change);
  document.body.append(signedDays(textsOf('en-US'), async () => ({ ok: true, data: file })));
  press('Verify');
  await vi.waitFor(() => expect(status()).toBe(sentence));
});

it('downloads the file as the server sent it', async () => {
  const file = await fileOf();
  const saved: Blob[] = [];
  // The simulated page would navigate to the file, which would leave later tests without a URL.
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    if (blob instanceof Blob) saved.push(blob);
    return 'blob:file';
  });
  document.body.append(signedDays(textsOf('en-US'), async () => ({ ok: true, data: file })));
  press('Download file');
  await vi.waitFor(() => expect(click).toHaveBeenCalledTimes(1));
  await vi.waitFor(() => expect(saved).toHaveLength(1));
  expect(JSON.parse((await saved[0]?.text()) ?? '')).toEqual(file);
});
