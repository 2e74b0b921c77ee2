/**
 * Signs closed days, each once and in sequence: every snapshot contains the hash of the previous one, so that an earlier file
 * reveals any later change, removal or insertion.
 */
import { createHash } from 'node:crypto';
import {
  canonicalJson,
  type SnapshotContent,
  type SnapshotFile,
  snapshotFormat,
} from '@parley/contract/work-order-shares';
import type { Clock } from '../../../base/clock.ts';
import type { SecretBox } from '../../../base/crypto/secrets.ts';
import { type Database, type Handle, type Tx, transaction } from '../../../base/db/database.ts';
import { currentSigner, type Signer } from './signing-keys.ts';
import * as store from './store.ts';

export type SnapshotDeps = { database: Database; clock: Clock; secrets: SecretBox };

/** Batch sizes: work orders per query, and days of one order per transaction. */
const ordersAtOnce = 200;
const daysAtOnce = 100;

/** Signs all unsigned closed days of all work orders. */
export async function signClosedDays(deps: SnapshotDeps): Promise<void> {
  for (;;) {
    const unsigned = await store.readUnsigned(deps.database, ordersAtOnce);
    let signed = 0;
    for (const key of unsigned) signed += await signDaysOf(deps, key);
    if (signed === 0) return;
  }
}

/** Returns the number of signed days. */
async function signDaysOf(
  { database, clock, secrets }: SnapshotDeps,
  key: store.SignedOrderKey,
): Promise<number> {
  return transaction(database, async (tx) => {
    const order = await store.lockOrder(tx, key);
    if (order === null) return 0;
    let last = await store.readLast(tx, key);
    const days = await store.readDaysAfter(tx, key, last?.day ?? null, daysAtOnce);
    if (days.length === 0) return 0;
    const signer = await currentSigner(tx, secrets, new Date(clock.now()));
    for (const day of days) last = await signDay(tx, { key, order, last, signer }, day);
    return days.length;
  });
}

type Last = { number: number; day: string; hash: string } | null;
type Turn = {
  key: store.SignedOrderKey;
  order: { name: string; platform: string };
  last: Last;
  signer: Signer;
};

async function signDay(tx: Tx, { key, order, last, signer }: Turn, day: store.UnsignedDayRow) {
  const number = (last?.number ?? 0) + 1;
  const accounts = await store.readAccounts(tx, key, day.day);
  const verdicts = await store.readVerdicts(tx, key, day);
  const content = canonicalJson({
    format: snapshotFormat,
    workOrderId: key.workOrderId,
    workOrderName: order.name,
    platform: order.platform,
    number,
    previous: last?.hash ?? null,
    day: day.day,
    startsAt: day.startsAt.toISOString(),
    endsAt: day.endsAt.toISOString(),
    timeZone: day.timeZone,
    resetTime: day.resetTime,
    goals: {
      total: day.totalGoal,
      daily: day.dailyGoal,
      accountTotal: day.accountTotalGoal,
      accountDaily: day.accountDailyGoal,
    },
    totals: { newFans: day.newFans, repeatFans: day.repeatFans, baseFans: day.baseFans },
    accounts,
    verdicts: { count: verdicts.count, digest: sha256(verdicts.text) },
  } satisfies SnapshotContent);
  const hash = sha256(content);
  const { keyId } = signer;
  await store.insertSnapshot(tx, {
    ...key,
    number,
    day: day.day,
    content,
    hash,
    keyId,
    signature: signer.sign(content),
  });
  return { number, day: day.day, hash };
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Returns the signed days of a work order as a file for offline verification, with the keys that signed them. */
export async function readSnapshotFile(handle: Handle, key: store.SignedOrderKey): Promise<SnapshotFile> {
  const snapshots = await store.readSnapshots(handle, key);
  const used = new Set(snapshots.map(({ keyId }) => keyId));
  const keys = (await store.readKeys(handle)).filter(({ id }) => used.has(id));
  return {
    format: snapshotFormat,
    keys: Object.fromEntries(keys.map(({ id, publicKey }) => [id, publicKey])),
    snapshots,
  };
}
