/** Describes the result of a verification in words. */
import {
  readSnapshotFile,
  type SnapshotFault,
  type SnapshotFile,
  verifySnapshots,
} from '@parley/contract/work-order-shares/snapshot-chain';

const faults: Readonly<Record<SnapshotFault, string>> = {
  unreadable: 'its content cannot be read or is not canonical',
  'wrong-hash': 'the hash is not that of its content',
  'wrong-signature': 'the signature is not that of its content',
  'unknown-key': 'it was signed with a key that is not among the trusted ones',
  'wrong-number': 'a day before it is missing, or it is out of place',
  'wrong-previous': 'it does not follow the day before',
  'wrong-order': 'it does not come after the day before',
  'other-work-order': 'it belongs to another work order',
  'wrong-sums': 'its social accounts do not add up to its totals',
};

export type SnapshotReport = { valid: boolean; lines: string[] };

/** `keys`: public keys in Base64, whatever ids the file assigns to them; left out: those in the file. */
export async function verifySnapshotText(text: string, keys?: readonly string[]): Promise<SnapshotReport> {
  const file = readSnapshotFile(text);
  if (file === null) return { valid: false, lines: ['This is not a file of signed days.'] };
  const { count, firstDay, lastDay, findings } = await verifySnapshots(file, trustedOf(file, keys));
  if (findings.length > 0) {
    const lines = findings.map(
      ({ index, day, fault }) => `${day ?? `record ${index + 1}`}: ${faults[fault]}`,
    );
    return { valid: false, lines: [`NOT VALID: ${findings.length} faults in ${count} days.`, ...lines] };
  }
  const range = count === 0 ? '' : `, from ${firstDay} to ${lastDay}`;
  const whose =
    keys === undefined ? ['The keys are those of the file: pass --key to verify who signed it.'] : [];
  return { valid: true, lines: [`Valid: ${count} days${range}.`, ...whose] };
}

function trustedOf({ keys }: SnapshotFile, given?: readonly string[]): Readonly<Record<string, string>> {
  if (given === undefined) return keys;
  return Object.fromEntries(Object.entries(keys).filter(([, key]) => given.includes(key)));
}
