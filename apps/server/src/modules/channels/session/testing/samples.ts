/** A session in each state, and every event. */
import type { StateChange } from '../../store.ts';
import type { AccountSession, SessionEvent } from '../state.ts';

export const now = 1_000_000;
export const target = { egress: { kind: 'direct' }, credentials: 'sealed', joinsGroups: false } as const;
export const online: StateChange = { state: 'online', reason: null };
const stuck: StateChange = { state: 'online', reason: 'message-not-stored' };
const connecting: StateChange = { state: 'connecting', reason: null };
const common = { port: 'none', failures: 0, attempt: 3, published: null } as const;
const away = { awaySince: now - 30_000 };
const link = { target, opened: true };

export const states = {
  closed: { ...common, ...away, kind: 'closed', openAt: null },
  'closed, with a port': { ...common, ...away, kind: 'closed', port: 'held', openAt: null },
  'closed, until later': { ...common, ...away, kind: 'closed', port: 'held', openAt: now + 1 },
  'closed, port given back': { ...common, ...away, kind: 'closed', port: 'given-back', openAt: null },
  waiting: { ...common, ...away, kind: 'waiting-for-port', target, refusal: null },
  'waiting, refused before': {
    ...common,
    ...away,
    kind: 'waiting-for-port',
    target,
    refusal: 'port-limit 1',
  },
  opening: { ...common, ...away, ...link, kind: 'opening', port: 'held', opened: false },
  'opening, opened': { ...common, ...away, ...link, kind: 'opening', port: 'held' },
  'opening, port given back': { ...common, ...away, ...link, kind: 'opening', port: 'given-back' },
  'ready, not yet opened': {
    ...common,
    ...away,
    ...link,
    kind: 'ready',
    port: 'given-back',
    report: online,
    opened: false,
  },
  ready: { ...common, ...away, ...link, kind: 'ready', port: 'given-back', report: online },
  'ready, messages stuck': { ...common, ...away, ...link, kind: 'ready', port: 'given-back', report: stuck },
  'online, not yet opened': { ...common, ...link, kind: 'online', port: 'held', opened: false },
  online: { ...common, ...link, kind: 'online', port: 'held' },
  'online, without a port': { ...common, ...link, kind: 'online' },
  'online, messages stuck': { ...common, ...link, kind: 'online', port: 'held', published: stuck },
  'closing, to reconnect': { ...common, ...away, kind: 'closing', port: 'held', refusal: null },
  'closing, refused': { ...common, ...away, kind: 'closing', refusal: 'port-limit 1' },
  refused: { ...common, ...away, kind: 'refused', reason: 'not-permitted' },
  'refused, with a port': { ...common, ...away, kind: 'refused', port: 'held', reason: 'proxy-missing' },
  failed: { ...common, kind: 'failed', port: 'held' },
  released: { ...common, kind: 'released', port: 'held', listening: true },
  'released, online': { ...common, kind: 'released', port: 'held', listening: true, published: online },
  'released, silent': { ...common, kind: 'released', port: 'held', listening: false },
} as const satisfies Record<string, AccountSession>;
export type StateName = keyof typeof states;

type Checked = Extract<SessionEvent, { type: 'checked' }>;
export function checked(
  account: Partial<Checked['account']> = {},
  egress: Checked['egress'] = target.egress,
): Checked {
  const { credentials } = target;
  const row = {
    credentials,
    joinsGroups: false,
    barred: null,
    tokenRefusal: null,
    leased: false,
    state: 'offline',
    stateReason: null,
  } as const;
  return { type: 'checked', now, account: { ...row, ...account }, egress };
}

export const attempt = common.attempt;
const limits = { sendingMs: 1, closingMs: 2 };
export const events = {
  'checked, no port': checked(),
  'checked, leased': checked({ leased: true }),
  'checked, barred': checked({ leased: true, barred: 'not-permitted' }),
  'checked, no more tokens': checked({ leased: true, tokenRefusal: 'authorization-ended: over' }),
  'checked, proxy gone': checked({ leased: true }, { kind: 'missing' }),
  'checked, changed': checked({ leased: true, credentials: 'others' }),
  'port granted': { type: 'port-granted', now },
  'port refused': { type: 'port-refused', now, reason: 'port-limit 1' },
  'port lost': { type: 'port-ended', why: 'lost' },
  'port ended': { type: 'port-ended', why: 'disabled' },
  opened: { type: 'opened', attempt },
  'open failed': { type: 'open-failed', attempt, now },
  'reported online': { type: 'reported', attempt, now, report: online },
  'reported connecting': { type: 'reported', attempt, now, report: connecting },
  'reported by an earlier one': { type: 'reported', attempt: attempt - 1, now, report: online },
  'messages stuck': { type: 'messages-stuck', attempt, now, stuck: true },
  'messages stored': { type: 'messages-stuck', attempt, now, stuck: false },
  'messages stuck of an earlier one': { type: 'messages-stuck', attempt: attempt - 1, now, stuck: true },
  closed: { type: 'closed' },
  threw: { type: 'connector-threw' },
  release: { type: 'release', limits, silent: false },
} as const satisfies Record<string, SessionEvent>;
export type EventName = keyof typeof events;
