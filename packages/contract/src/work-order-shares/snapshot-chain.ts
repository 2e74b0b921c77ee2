/**
 * Verifies the signed closed days of a work order; `docs/snapshots.md` describes the file. Works in browsers and Node, requires
 * only WebCrypto, and has no imports, so that a page can load it without the rest of the contract.
 */

export const snapshotFormat = 'parley-work-order-snapshots/1';

export type Snapshot = {
  /** Canonical JSON, exactly as signed. */
  content: string;
  /** SHA-256 of `content` in UTF-8, in hexadecimal. */
  hash: string;
  keyId: string;
  /** Ed25519 of `content` in UTF-8, in Base64. */
  signature: string;
};

export type SnapshotFile = {
  format: typeof snapshotFormat;
  /** Public keys by id: Base64 of the 32 bytes of RFC 8032. */
  keys: Readonly<Record<string, string>>;
  /** Earliest first. */
  snapshots: readonly Snapshot[];
};

/** The content of a snapshot. */
export type SnapshotContent = {
  format: typeof snapshotFormat;
  workOrderId: string;
  workOrderName: string;
  platform: string;
  /** From 1, without gaps. */
  number: number;
  /** The hash of the previous snapshot; null: this is the first. */
  previous: string | null;
  day: string;
  startsAt: string;
  endsAt: string;
  timeZone: string;
  resetTime: string;
  goals: {
    total: number | null;
    daily: number | null;
    accountTotal: number | null;
    accountDaily: number | null;
  };
  totals: FanCounts;
  accounts: readonly ({ socialAccountId: string; name: string } & FanCounts)[];
  /** The verdicts of the day: SHA-256 over one line each, `id verdict`, sorted by id. */
  verdicts: { count: number; digest: string };
};
/** `CryptoKey`, a name missing from Node's types. */
type PublicKey = Awaited<ReturnType<typeof globalThis.crypto.subtle.importKey>>;
type FanCounts = { newFans: number; repeatFans: number; baseFans: number };

export type SnapshotFault =
  | 'unreadable'
  | 'wrong-hash'
  | 'wrong-signature'
  | 'unknown-key'
  | 'wrong-number'
  | 'wrong-previous'
  | 'wrong-order'
  | 'other-work-order'
  | 'wrong-sums';

/** `index`: the position in the file, from 0. `day` is null if it can't be parsed. */
export type SnapshotFinding = { index: number; day: string | null; fault: SnapshotFault };

export type Verification = {
  /** The number of snapshots checked. */
  count: number;
  firstDay: string | null;
  lastDay: string | null;
  /** Empty: every day is as it was signed, and none is missing between the first and the last. */
  findings: SnapshotFinding[];
};

/** Returns whether this runtime can verify: browsers offer WebCrypto only to secure pages, and older ones lack Ed25519. */
export async function canVerify(): Promise<boolean> {
  const { subtle } = globalThis.crypto ?? {};
  if (subtle === undefined) return false;
  try {
    // Any 32 bytes are accepted as a key until it is used.
    await subtle.importKey('raw', new Uint8Array(32), 'Ed25519', false, ['verify']);
    return true;
  } catch {
    return false;
  }
}

/** Returns an object as JSON with sorted keys and no white space: the same bytes for the same content. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

/** Parses a file with arbitrary content. Null: it is no snapshot file. */
export function readSnapshotFile(text: string): SnapshotFile | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isRecord(parsed) || parsed.format !== snapshotFormat) return null;
  const { keys, snapshots } = parsed;
  if (!isRecord(keys) || !Object.values(keys).every((key) => typeof key === 'string')) return null;
  if (!Array.isArray(snapshots) || !snapshots.every(isSnapshot)) return null;
  return { format: snapshotFormat, keys: keys as Record<string, string>, snapshots }; // every value was seen to be text
}

/**
 * Verifies hashes, signatures, the chain, its numbers and the sums of each day. `trustedKeys`: the only public keys to accept;
 * default: those of the file, which proves only that the file is consistent.
 */
export async function verifySnapshots(
  file: SnapshotFile,
  trustedKeys: Readonly<Record<string, string>> = file.keys,
): Promise<Verification> {
  const findings: SnapshotFinding[] = [];
  const contents: (SnapshotContent | null)[] = [];
  const keys = new Map<string, PublicKey | null>();
  for (const [keyId, key] of Object.entries(trustedKeys)) keys.set(keyId, await importKey(key));
  for (const [index, snapshot] of file.snapshots.entries()) {
    const content = readSnapshotContent(snapshot.content);
    const before = index === 0 ? null : { snapshot: file.snapshots[index - 1], content: contents[index - 1] };
    const faults = [
      ...(await faultsOfSignature(snapshot, keys)),
      ...(content === null ? ['unreadable' as const] : faultsOfContent(content, index, before)),
    ];
    for (const fault of faults) findings.push({ index, day: content?.day ?? null, fault });
    contents.push(content);
  }
  return {
    count: file.snapshots.length,
    firstDay: contents[0]?.day ?? null,
    lastDay: contents.at(-1)?.day ?? null,
    findings,
  };
}

async function faultsOfSignature(
  { content, hash, keyId, signature }: Snapshot,
  keys: ReadonlyMap<string, PublicKey | null>,
): Promise<SnapshotFault[]> {
  const bytes = new TextEncoder().encode(content);
  const faults: SnapshotFault[] = [];
  if ((await sha256(bytes)) !== hash) faults.push('wrong-hash');
  const key = keys.get(keyId) ?? null;
  if (key === null) return [...faults, 'unknown-key'];
  const signed = fromBase64(signature);
  const isRight =
    signed !== null &&
    // Without TLS, `canVerify` reports this beforehand, and the file can be verified elsewhere.
    (await globalThis.crypto.subtle.verify('Ed25519', key, signed, bytes).catch(() => false));
  return isRight ? faults : [...faults, 'wrong-signature'];
}

type Before = { snapshot: Snapshot | undefined; content: SnapshotContent | null | undefined } | null;

function faultsOfContent(content: SnapshotContent, index: number, before: Before): SnapshotFault[] {
  const faults: SnapshotFault[] = [];
  if (content.number !== index + 1) faults.push('wrong-number');
  if (content.previous !== (before?.snapshot?.hash ?? null)) faults.push('wrong-previous');
  if (before?.content) {
    if (content.workOrderId !== before.content.workOrderId) faults.push('other-work-order');
    if (content.day <= before.content.day || content.startsAt < before.content.endsAt)
      faults.push('wrong-order');
  }
  const sum = (of: keyof FanCounts) => content.accounts.reduce((total, account) => total + account[of], 0);
  const { newFans, repeatFans, baseFans } = content.totals;
  if (newFans !== sum('newFans') || repeatFans !== sum('repeatFans') || baseFans !== sum('baseFans'))
    faults.push('wrong-sums');
  return faults;
}

/** Null: this is not the content of a snapshot. */
export function readSnapshotContent(text: string): SnapshotContent | null {
  try {
    const parsed: unknown = JSON.parse(text);
    return isContent(parsed) && canonicalJson(parsed) === text ? parsed : null;
  } catch {
    return null;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isSnapshot = (value: unknown): value is Snapshot =>
  isRecord(value) &&
  ['content', 'hash', 'keyId', 'signature'].every((name) => typeof value[name] === 'string');

const isCounts = (value: unknown): value is FanCounts =>
  isRecord(value) && ['newFans', 'repeatFans', 'baseFans'].every((name) => Number.isSafeInteger(value[name]));

/** Checks the fields that are read here; the signature covers the rest. */
const isContent = (value: unknown): value is SnapshotContent =>
  isRecord(value) &&
  value.format === snapshotFormat &&
  ['workOrderId', 'workOrderName', 'day', 'startsAt', 'endsAt'].every(
    (name) => typeof value[name] === 'string',
  ) &&
  Number.isSafeInteger(value.number) &&
  (value.previous === null || typeof value.previous === 'string') &&
  isCounts(value.totals) &&
  Array.isArray(value.accounts) &&
  value.accounts.every(isCounts);

async function importKey(text: string): Promise<PublicKey | null> {
  const bytes = fromBase64(text);
  if (bytes?.length !== 32) return null;
  // Without TLS: see above.
  return globalThis.crypto.subtle.importKey('raw', bytes, 'Ed25519', false, ['verify']).catch(() => null);
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  // Without TLS: see above.
  const hash = new Uint8Array(await globalThis.crypto.subtle.digest('SHA-256', bytes));
  return [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    // Accepts only the canonical encoding: changing a letter at the end could decode to the same bytes.
    return btoa(String.fromCharCode(...bytes)) === text ? bytes : null;
  } catch {
    return null;
  }
}
