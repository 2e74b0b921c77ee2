/** A file with a signed day, as the server makes them. */
import {
  canonicalJson,
  type SnapshotFile,
  snapshotFormat,
} from '@parley/contract/work-order-shares/snapshot-chain';

const sha256 = async (text: string) =>
  Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))).toString('hex');

/** Returns a file whose closed day, 2026-03-01, has one new fan, signed with its own key. */
export async function signedFile(
  change: (content: string) => string = (content) => content,
): Promise<SnapshotFile> {
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
