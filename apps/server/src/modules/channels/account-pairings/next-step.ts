/** The rules of a pairing: what a connector's event leads to, within the limits of what a platform may send. Pure. */
import { type CheckedAccount, type PairingEvent, pairingLimits } from '@parley/connectors';
import type { PlatformFault } from '@parley/contract/channels';
import { storable } from '../../../base/db/storable.ts';
import { shortened } from '../shortened.ts';

/** The number of events so far. */
export type Seen = { events: number; codes: number };

/** An account as its phone has confirmed it; the credentials haven't been read yet. */
export type PairedAccount = { credentials: unknown; account: CheckedAccount };

export type PairingStep =
  | { kind: 'code'; text: string; validMs: number }
  | { kind: 'scanned' }
  | ({ kind: 'paired' } & PairedAccount)
  | { kind: 'end'; state: 'refused' | 'expired'; reason: string };

/** ms: a code that is valid for less would be gone before it is drawn; none outlasts a pairing. */
const codeLife = { least: 1_000, most: 180_000 };
/** Of an account's id and name on the platform. */
const longestName = 200;

const refused = (reason: PlatformFault): PairingStep => ({ kind: 'end', state: 'refused', reason });
const expired: PlatformFault = 'pairing-expired';

export function nextStep(seen: Seen, event: PairingEvent): { seen: Seen; step: PairingStep } {
  const now = {
    events: seen.events + 1,
    codes: seen.codes + (event?.kind === 'code' ? 1 : 0),
  };
  if (now.events > pairingLimits.events || now.codes > pairingLimits.codes)
    return { seen: now, step: refused('platform-flooding') };
  return { seen: now, step: stepOf(event) };
}

/** A connector passes on what a platform has sent: its shapes are checked here, too. */
function stepOf(event: PairingEvent): PairingStep {
  switch (event?.kind) {
    case 'code':
      return codeOf(event);
    case 'scanned':
      return { kind: 'scanned' };
    case 'paired':
      return pairedOf(event);
    case 'refused':
      if (event.reason === expired) return { kind: 'end', state: 'expired', reason: expired };
      if (typeof event.reason !== 'string') return refused('platform-unreadable');
      return { kind: 'end', state: 'refused', reason: shortened(event.reason) };
    default:
      return refused('platform-unreadable');
  }
}

function codeOf({ text, validMs }: Extract<PairingEvent, { kind: 'code' }>): PairingStep {
  // A text has as many bytes as UTF-16 units, at least: a long one isn't counted.
  const fits =
    typeof text === 'string' &&
    text !== '' &&
    text.length <= pairingLimits.codeBytes &&
    Buffer.byteLength(text) <= pairingLimits.codeBytes;
  if (!fits || !(validMs > 0)) return refused('platform-unreadable');
  return {
    kind: 'code',
    text,
    validMs: Math.round(Math.min(Math.max(validMs, codeLife.least), codeLife.most)),
  };
}

function pairedOf({ credentials, account }: Extract<PairingEvent, { kind: 'paired' }>): PairingStep {
  const id = account?.id;
  // It is compared, and is therefore taken as it is or not at all.
  const isId = typeof id === 'string' && id !== '' && id.length <= longestName && storable(id) === id;
  if (!isId || typeof account.displayName !== 'string') return refused('platform-unreadable');
  const displayName = storable(account.displayName.slice(0, longestName)) || id;
  const link = typeof account.link === 'string' ? { link: account.link } : {};
  return { kind: 'paired', credentials, account: { id, displayName, ...link } };
}
