import { type PairingEvent, pairingLimits } from '@parley/connectors';
import { describe, expect, it } from 'vitest';
import { nextPairingStep, type PairingCounts, type PairingStep } from './next-step.ts';

const stepOf = (event: unknown, seen: PairingCounts = { events: 0, codes: 0 }) =>
  // Some of them are invalid events on purpose.
  nextPairingStep(seen, event as PairingEvent).step;
const refused = (reason: string): PairingStep => ({ kind: 'end', state: 'refused', reason });
const code = (text: unknown, validMs: unknown = 20_000) => ({ kind: 'code', text, validMs });
const paired = (id: unknown, displayName: unknown = 'Shop') => ({
  kind: 'paired',
  credentials: { token: 'x' },
  account: { id, displayName },
});
const { codeBytes, codes, events } = pairingLimits;

describe('an event within the limits', () => {
  it.each<[string, unknown, PairingStep]>([
    ['shows a code', code('2@abc'), { kind: 'code', text: '2@abc', validMs: 20_000 }],
    [
      'shows the longest code',
      code('x'.repeat(codeBytes)),
      { kind: 'code', text: 'x'.repeat(codeBytes), validMs: 20_000 },
    ],
    ['rounds a code’s life', code('a', 1_500.7), { kind: 'code', text: 'a', validMs: 1_501 }],
    ['lengthens a life that is too short', code('a', 1), { kind: 'code', text: 'a', validMs: 1_000 }],
    [
      'shortens a life that has no end',
      code('a', Number.POSITIVE_INFINITY),
      { kind: 'code', text: 'a', validMs: 180_000 },
    ],
    ['shows the scan', { kind: 'scanned' }, { kind: 'scanned' }],
    [
      'ends with the account',
      paired('1'),
      { kind: 'paired', credentials: { token: 'x' }, account: { id: '1', displayName: 'Shop' } },
    ],
    [
      'names an account without a name by its id',
      paired('1', ''),
      { kind: 'paired', credentials: { token: 'x' }, account: { id: '1', displayName: '1' } },
    ],
    [
      'ends with the platform’s words',
      { kind: 'refused', reason: 'Too many devices' },
      refused('Too many devices'),
    ],
    [
      'expires',
      { kind: 'refused', reason: 'pairing-expired' },
      { kind: 'end', state: 'expired', reason: 'pairing-expired' },
    ],
  ])('%s', (_, event, step) => {
    expect(stepOf(event)).toEqual(step);
  });

  it('truncates long reasons and names', () => {
    expect(stepOf({ kind: 'refused', reason: 'x'.repeat(9_000) })).toEqual(refused('x'.repeat(500)));
    expect(stepOf(paired('1', 'n'.repeat(9_000)))).toMatchObject({
      account: { displayName: 'n'.repeat(200) },
    });
  });
});

describe('an event that no platform can send', () => {
  it.each<[string, unknown]>([
    ['a code of a megabyte', code('x'.repeat(1_000_000))],
    ['a code with more bytes than characters', code('é'.repeat(codeBytes / 2 + 1))],
    ['an empty code', code('')],
    ['a code that is no text', code({ length: 3 })],
    ['a code without a life', code('a', Number.NaN)],
    ['a code that is over', code('a', 0)],
    ['an account without an id', paired('')],
    ['an account with a long id', paired('1'.repeat(201))],
    ['an id that can’t be stored', paired('a\0b')],
    ['an id that is a number', paired(7)],
    ['a name that is no text', paired('1', null)],
    ['a paired account without an account', { kind: 'paired', credentials: {} }],
    ['words that are no text', { kind: 'refused', reason: 5 }],
    ['an unknown kind', { kind: 'linked' }],
    ['null', null],
    ['undefined', undefined],
    ['a text', 'paired'],
  ])('refuses the pairing: %s', (_, event) => {
    expect(stepOf(event)).toEqual(refused('platform-unreadable'));
  });
});

describe('flooding', () => {
  it('refuses more codes than the limit', () => {
    expect(stepOf(code('a'), { events: codes, codes: codes - 1 })).toMatchObject({ kind: 'code' });
    expect(stepOf(code('a'), { events: codes, codes })).toEqual(refused('platform-flooding'));
  });

  it('refuses more events than the limit', () => {
    expect(stepOf({ kind: 'scanned' }, { events: events - 1, codes: 0 })).toEqual({ kind: 'scanned' });
    expect(stepOf({ kind: 'scanned' }, { events, codes: 0 })).toEqual(refused('platform-flooding'));
  });

  it('counts received events', () => {
    const first = nextPairingStep({ events: 0, codes: 0 }, { kind: 'code', text: 'a', validMs: 1_000 });
    expect(first.seen).toEqual({ events: 1, codes: 1 });
    expect(nextPairingStep(first.seen, { kind: 'scanned' }).seen).toEqual({ events: 2, codes: 1 });
  });
});
