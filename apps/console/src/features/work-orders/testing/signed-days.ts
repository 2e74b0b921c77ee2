/** A file of signed days in the server's format. */
import {
  canonicalJson,
  type SnapshotContent,
  type SnapshotFile,
  snapshotFormat,
} from '@parley/contract/work-order-shares';
import type { ClosedDay } from '@parley/contract/work-orders';
import { busyClosedDays } from './work-orders.ts';

const counts = { newFans: 5, repeatFans: 1, baseFans: 0 };

const base64 = (bytes: ArrayBuffer): string => btoa(String.fromCharCode(...new Uint8Array(bytes)));
const hex = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');

function contentOf(day: string, number: number, previous: string | null): SnapshotContent {
  return {
    format: snapshotFormat,
    workOrderId: 'order-1',
    workOrderName: 'Spring campaign',
    platform: 'telegram',
    number,
    previous,
    day,
    startsAt: `${day}T00:00:00.000Z`,
    endsAt: `${day}T23:59:59.000Z`,
    timeZone: 'UTC',
    resetTime: '00:00',
    goals: { total: 100, daily: 10, accountTotal: null, accountDaily: null },
    totals: counts,
    accounts: [{ socialAccountId: 'a', name: 'Shop', ...counts }],
    verdicts: { count: 6, digest: 'd' },
  };
}

/** Signs these days, earliest first, with a new key. */
export async function signedDays(days: readonly string[]): Promise<SnapshotFile> {
  const { subtle } = globalThis.crypto;
  const { publicKey, privateKey } = await subtle.generateKey('Ed25519', true, ['sign', 'verify']);
  const snapshots: SnapshotFile['snapshots'][number][] = [];
  for (const [at, day] of days.entries()) {
    const content = canonicalJson(contentOf(day, at + 1, snapshots.at(-1)?.hash ?? null));
    const bytes = new TextEncoder().encode(content);
    snapshots.push({
      content,
      hash: hex(await subtle.digest('SHA-256', bytes)),
      keyId: 'k1',
      signature: base64(await subtle.sign('Ed25519', privateKey, bytes)),
    });
  }
  return {
    format: snapshotFormat,
    keys: { k1: base64(await subtle.exportKey('raw', publicKey)) },
    snapshots,
  };
}

/** Returns the days of such a file as the server lists them, latest first. */
export function closedDaysOf({ snapshots }: SnapshotFile): ClosedDay[] {
  const [sample] = busyClosedDays();
  if (sample === undefined) throw new Error('there is no closed day');
  return snapshots
    .map(({ content, hash }, at) => {
      const { day }: SnapshotContent = JSON.parse(content);
      return { ...sample, day, ...counts, signature: { number: at + 1, hash } };
    })
    .toReversed();
}
