/**
 * The rules of a pairing as pure functions: maps a connector's event to the next step, within limits on what a platform
 * may send.
 */
import { type CheckedAccount, type PairingEvent, pairingLimits } from '@parley/connectors';
import type { PlatformFault } from '@parley/contract/channels';
import { storableText } from '../../../base/db/storable-text.ts';
import { shortenReason } from '../shorten-reason.ts';

/** Counts of the events and codes received so far. */
export type PairingCounts = { events: number; codes: number };

/** An account as its phone has confirmed it; the credentials have not been validated yet. */
export type PairedAccount = { credentials: unknown; account: CheckedAccount };

export type PairingStep =
  | { kind: 'code'; text: string; validMs: number }
  | { kind: 'scanned' }
  | ({ kind: 'paired' } & PairedAccount)
  | { kind: 'end'; state: 'refused' | 'expired'; reason: string };

/** In ms. A code with a shorter life would expire before it is drawn; none outlasts a pairing. */
const codeLife = { min: 1_000, max: 180_000 };
/** Longest id and display name of an account on its platform. */
const longestName = 200;

const refused = (reason: PlatformFault): PairingStep => ({ kind: 'end', state: 'refused', reason });
const expired: PlatformFault = 'pairing-expired';

export function nextPairingStep(
  seen: PairingCounts,
  event: PairingEvent,
): { seen: PairingCounts; step: PairingStep } {
  const now = {
    events: seen.events + 1,
    codes: seen.codes + (event?.kind === 'code' ? 1 : 0),
  };
  if (now.events > pairingLimits.events || now.codes > pairingLimits.codes)
    return { seen: now, step: refused('platform-flooding') };
  return { seen: now, step: stepOf(event) };
}

/** Validates the event as well: a connector passes on what a platform has sent. */
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
      return { kind: 'end', state: 'refused', reason: shortenReason(event.reason) };
    default:
      return refused('platform-unreadable');
  }
}

function codeOf({ text, validMs }: Extract<PairingEvent, { kind: 'code' }>): PairingStep {
  // UTF-8 takes at least one byte per UTF-16 unit, so a long text is rejected without counting its bytes.
  const fits =
    typeof text === 'string' &&
    text !== '' &&
    text.length <= pairingLimits.codeBytes &&
    Buffer.byteLength(text) <= pairingLimits.codeBytes;
  if (!fits || !(validMs > 0)) return refused('platform-unreadable');
  return {
    kind: 'code',
    text,
    validMs: Math.round(Math.min(Math.max(validMs, codeLife.min), codeLife.max)),
  };
}

function pairedOf({ credentials, account }: Extract<PairingEvent, { kind: 'paired' }>): PairingStep {
  const id = account?.id;
  // Ids are compared, so an id is taken unchanged or rejected.
  const isId = typeof id === 'string' && id !== '' && id.length <= longestName && storableText(id) === id;
  if (!isId || typeof account.displayName !== 'string') return refused('platform-unreadable');
  const displayName = storableText(account.displayName.slice(0, longestName)) || id;
  const link = typeof account.link === 'string' ? { link: account.link } : {};
  return { kind: 'paired', credentials, account: { id, displayName, ...link } };
}
