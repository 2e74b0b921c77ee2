/**
 * Finds wallet addresses with a valid checksum: Bitcoin, Ethereum and the chains that share its address format, and
 * TRON.
 */
import { createHash } from 'node:crypto';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bech32, bech32m, createBase58check } from '@scure/base';

/** Words of letters and digits that are as long as an address. */
const candidate = /(?<![0-9A-Za-z])[0-9A-Za-z]{26,90}(?![0-9A-Za-z])/g;
const base58check = createBase58check((data: Uint8Array) => createHash('sha256').update(data).digest());

/** @param text normalized */
export function findWallets(text: string): string[] {
  return [...text.matchAll(candidate)].map(([found]) => found).filter(isWallet);
}

function isWallet(text: string): boolean {
  if (/^0x[0-9a-f]{40}$/i.test(text)) return hasEvmChecksum(text.slice(2));
  if (/^bc1/i.test(text)) return isSegwit(text);
  if (/^[13]/.test(text)) return text.length <= 35 && hasVersion(text, [0x00, 0x05]);
  return /^T/.test(text) && text.length === 34 && hasVersion(text, [0x41]);
}

/** Checks an EVM address. In a single case it has no checksum; in mixed case the case is the checksum (EIP-55). */
function hasEvmChecksum(digits: string): boolean {
  if (digits === digits.toLowerCase() || digits === digits.toUpperCase()) return true;
  const hash = Buffer.from(keccak_256(Buffer.from(digits.toLowerCase()))).toString('hex');
  return [...digits].every((digit, at) => {
    const upper = Number.parseInt(hash[at] ?? '0', 16) >= 8;
    return digit === (upper ? digit.toUpperCase() : digit.toLowerCase());
  });
}

function hasVersion(text: string, versions: readonly number[]): boolean {
  try {
    const payload = base58check.decode(text);
    return payload.length === 21 && versions.includes(payload[0] ?? -1);
  } catch {
    return false;
  }
}

/** Checks a segwit address: version 0 uses bech32, later versions bech32m (BIP-173, BIP-350). */
function isSegwit(text: string): boolean {
  const first = bech32.decodeUnsafe(text, 90);
  const decoded = first ?? bech32m.decodeUnsafe(text, 90);
  const [version = -1, ...words] = decoded?.words ?? [];
  if (decoded?.prefix !== 'bc' || (version === 0) !== (first !== undefined) || version > 16) return false;
  const program = bech32.fromWordsUnsafe(words);
  if (!program) return false;
  return version === 0 ? [20, 32].includes(program.length) : program.length >= 2 && program.length <= 40;
}
