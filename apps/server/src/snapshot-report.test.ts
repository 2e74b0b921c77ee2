import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import {
  canonicalJson,
  type SnapshotContent,
  type SnapshotFile,
  snapshotFormat,
  verifySnapshots,
} from '@parley/contract/work-order-shares';
import { describe, expect, it } from 'vitest';
import { verifySnapshotText } from './snapshot-report.ts';

type Pair = { privateKey: KeyObject; publicKey: string };

function createPair(): Pair {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const { x = '' } = publicKey.export({ format: 'jwk' });
  return { privateKey, publicKey: Buffer.from(x, 'base64url').toString('base64') };
}

const own = createPair();
const stranger = createPair();

function contentOf(number: number, previous: string | null): SnapshotContent {
  const day = `2026-03-0${number}`;
  const counts = { newFans: 5 * number, repeatFans: number, baseFans: 0 };
  return {
    format: snapshotFormat,
    workOrderId: 'order-1',
    workOrderName: '春季 “1”',
    platform: 'telegram',
    number,
    previous,
    day,
    startsAt: `${day}T00:00:00.000Z`,
    endsAt: `2026-03-0${number + 1}T00:00:00.000Z`,
    timeZone: 'UTC',
    resetTime: '00:00',
    goals: { total: 100, daily: 10, accountTotal: null, accountDaily: null },
    totals: counts,
    accounts: [{ socialAccountId: 'a', name: 'Shop', ...counts }],
    verdicts: { count: 6 * number, digest: 'd' },
  };
}

function signed(content: string, { privateKey }: Pair = own, keyId = 'k1') {
  return {
    content,
    hash: createHash('sha256').update(content).digest('hex'),
    keyId,
    signature: sign(null, Buffer.from(content), privateKey).toString('base64'),
  };
}

function fileOf(days = 4): SnapshotFile {
  const snapshots: SnapshotFile['snapshots'][number][] = [];
  for (let number = 1; number <= days; number += 1)
    snapshots.push(signed(canonicalJson(contentOf(number, snapshots.at(-1)?.hash ?? null))));
  return { format: snapshotFormat, keys: { k1: own.publicKey }, snapshots };
}

const file = fileOf();
const withDays = (snapshots: SnapshotFile['snapshots']): SnapshotFile => ({ ...file, snapshots });
const replaced = (at: number, by: SnapshotFile['snapshots'][number]) =>
  withDays(file.snapshots.map((one, index) => (index === at ? by : one)));
const faultsOf = async (it: SnapshotFile, keys?: Record<string, string>) =>
  (await verifySnapshots(it, keys)).findings.map(({ day, fault }) => `${day} ${fault}`);
const [first = signed(''), second = signed('')] = file.snapshots;

describe('a file of signed days', () => {
  it('accepts a file as it was signed', async () => {
    expect(await verifySnapshotText(JSON.stringify(file), [own.publicKey])).toEqual({
      valid: true,
      lines: ['Valid: 4 days, from 2026-03-01 to 2026-03-04.'],
    });
  });

  it('rejects a file with any byte of a day changed', async () => {
    const bytes = Buffer.from(second.content);
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      const found = await faultsOf(withDays([first, { ...second, content: changed.toString() }]));
      expect(found.length, `byte ${at}`).toBeGreaterThan(0);
    }
  });

  it.each(['hash', 'signature'] as const)(
    'rejects a file with any character of a %s changed',
    async (field) => {
      for (let at = 0; at < second[field].length; at += 1) {
        const letter = second[field][at] === 'A' ? 'B' : 'A';
        const text = second[field].slice(0, at) + letter + second[field].slice(at + 1);
        const found = await faultsOf(withDays([first, { ...second, [field]: text }]));
        expect(found.length, `character ${at}`).toBeGreaterThan(0);
      }
    },
  );

  it('names the day after a removed one', async () => {
    const without = withDays(file.snapshots.filter((_, index) => index !== 1));
    expect(await faultsOf(without)).toEqual([
      '2026-03-03 wrong-number',
      '2026-03-03 wrong-previous',
      '2026-03-04 wrong-number',
    ]);
    const { lines } = await verifySnapshotText(JSON.stringify(without));
    expect(lines).toContain('2026-03-03: it does not follow the day before');
  });

  it('names days that changed places', async () => {
    const found = await faultsOf(withDays([0, 2, 1, 3].flatMap((index) => file.snapshots[index] ?? [])));
    expect(found).toContain('2026-03-03 wrong-previous');
    expect(found).toContain('2026-03-02 wrong-order');
  });

  it('names a day that was changed and signed again with the same key, by the day after it', async () => {
    const before = contentOf(2, file.snapshots[0]?.hash ?? null);
    const counts = { newFans: 99, repeatFans: 2, baseFans: 0 };
    const forged = { ...before, totals: counts, accounts: [{ ...before.accounts[0], ...counts }] };
    expect(await faultsOf(replaced(1, signed(canonicalJson(forged))))).toEqual(['2026-03-03 wrong-previous']);
  });

  it('refuses days that were signed with another key, under its id or another', async () => {
    const again = withDays(file.snapshots.map(({ content }) => signed(content, stranger)));
    expect(await faultsOf(again)).toHaveLength(4);
    const own = { k2: stranger.publicKey };
    const named = { ...again, keys: own, snapshots: again.snapshots.map((one) => ({ ...one, keyId: 'k2' })) };
    expect(await faultsOf(named), 'a file that brings its own key is whole').toEqual([]);
    expect(await faultsOf(named, file.keys)).toEqual(
      file.snapshots.map((_, index) => `2026-03-0${index + 1} unknown-key`),
    );
    expect((await verifySnapshotText(JSON.stringify(named), [file.keys.k1 ?? ''])).valid).toBe(false);
  });

  it('names a day whose accounts do not add up', async () => {
    const wrong = { ...contentOf(1, null), accounts: [] };
    expect(await faultsOf(withDays([signed(canonicalJson(wrong))]))).toEqual(['2026-03-01 wrong-sums']);
  });

  it('names a day of another work order', async () => {
    const other = { ...contentOf(2, file.snapshots[0]?.hash ?? null), workOrderId: 'order-2' };
    expect(await faultsOf(replaced(1, signed(canonicalJson(other))))).toContain(
      '2026-03-02 other-work-order',
    );
  });

  it.each([
    '',
    'null',
    '{}',
    '[]',
    '{"format":"parley-work-order-snapshots/1"}',
    '{"format":"x","keys":{},"snapshots":[]}',
  ])('rejects %j as no file of signed days', async (text) => {
    expect(await verifySnapshotText(text)).toEqual({
      valid: false,
      lines: ['This is not a file of signed days.'],
    });
  });
});
