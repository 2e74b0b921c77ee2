/** Tests every state with every event; combinations in `impossible` can't happen, and change nothing. */
import { describe, expect, it } from 'vitest';
import { next } from './machine.ts';
import { type AccountSession, isQuiet, type SessionEvent, wantsPort } from './state.ts';
import { type EventName, events, type StateName, states } from './testing/samples.ts';

/** The results of each event: the session's state and port, and the effects. A state that isn't listed is unchanged. */
const outcomes: Record<
  Exclude<EventName, 'threw' | 'release'>,
  Readonly<Record<string, readonly StateName[]>>
> = {
  'checked, no port': {
    'waiting-for-port, none: nothing': [
      'closed',
      'closed, with a port',
      'waiting',
      'waiting, refused before',
      'refused',
      'refused, with a port',
    ],
    'closed, none: nothing': ['closed, until later'],
    'opening, given-back: open': ['closed, port given back'],
    'opening, none: nothing': ['opening', 'opening, opened'],
    'online, none: nothing': ['online, not yet opened', 'online'],
    'closing, none: nothing': ['closing, to reconnect'],
    'online, none: publish, send': ['online, messages stuck'],
    impossible: ['released', 'released, silent', 'released, online'],
  },
  'checked, leased': {
    'opening, held: open': ['closed', 'closed, with a port', 'closed, port given back', 'waiting'],
    'opening, held: publish, open': ['waiting, refused before', 'refused', 'refused, with a port'],
    'opening, held: nothing': ['opening, port given back'],
    'online, held: publish': ['ready, not yet opened'],
    'online, held: publish, send': ['ready', 'ready, messages stuck', 'online, messages stuck'],
    'online, held: nothing': ['online, without a port'],
    'closing, held: nothing': ['closing, refused'],
    impossible: ['released', 'released, silent', 'released, online'],
  },
  'checked, barred': {
    'refused, held: publish': [
      'closed',
      'closed, with a port',
      'closed, until later',
      'closed, port given back',
      'waiting',
      'waiting, refused before',
      'refused, with a port',
    ],
    'closing, held: close, publish': [
      'opening, opened',
      'opening, port given back',
      'online',
      'online, without a port',
    ],
    'online, held: publish': ['ready, not yet opened'],
    'closing, held: publish, send, close, publish': [
      'ready',
      'ready, messages stuck',
      'online, messages stuck',
    ],
    'closing, held: nothing': ['closing, refused'],
    'refused, held: nothing': ['refused'],
    impossible: ['released', 'released, silent', 'released, online'],
  },
  'checked, no more tokens': {
    'refused, held: publish': [
      'closed',
      'closed, with a port',
      'closed, until later',
      'closed, port given back',
      'waiting',
      'waiting, refused before',
      'refused',
      'refused, with a port',
    ],
    'closing, held: close, publish': [
      'opening, opened',
      'opening, port given back',
      'online',
      'online, without a port',
    ],
    'online, held: publish': ['ready, not yet opened'],
    'closing, held: publish, send, close, publish': [
      'ready',
      'ready, messages stuck',
      'online, messages stuck',
    ],
    'closing, held: nothing': ['closing, refused'],
    impossible: ['released', 'released, silent', 'released, online'],
  },
  'checked, proxy gone': {
    'refused, held: publish': [
      'closed',
      'closed, with a port',
      'closed, until later',
      'closed, port given back',
      'waiting',
      'waiting, refused before',
      'refused',
    ],
    'closing, held: close, publish': [
      'opening, opened',
      'opening, port given back',
      'online',
      'online, without a port',
    ],
    'online, held: publish': ['ready, not yet opened'],
    'closing, held: publish, send, close, publish': [
      'ready',
      'ready, messages stuck',
      'online, messages stuck',
    ],
    'closing, held: nothing': ['closing, refused'],
    'refused, held: nothing': ['refused, with a port'],
    impossible: ['released', 'released, silent', 'released, online'],
  },
  'checked, changed': {
    'opening, held: open': ['closed', 'closed, with a port', 'closed, port given back', 'waiting'],
    'opening, held: publish, open': ['waiting, refused before', 'refused', 'refused, with a port'],
    'closing, held: close, publish': [
      'opening, opened',
      'opening, port given back',
      'online',
      'online, without a port',
    ],
    'online, held: publish': ['ready, not yet opened'],
    'closing, held: publish, send, close, publish': [
      'ready',
      'ready, messages stuck',
      'online, messages stuck',
    ],
    'closing, held: nothing': ['closing, refused'],
    impossible: ['released', 'released, silent', 'released, online'],
  },
  'port granted': {
    'closed, held: nothing': [
      'closed',
      'closed, with a port',
      'closed, until later',
      'closed, port given back',
    ],
    'opening, held: open': ['waiting'],
    'opening, held: publish, open': ['waiting, refused before'],
    'opening, held: nothing': ['opening', 'opening, opened', 'opening, port given back'],
    'online, held: publish': ['ready, not yet opened'],
    'online, held: publish, send': ['ready', 'ready, messages stuck'],
    'online, held: nothing': ['online, without a port'],
    impossible: ['closing, to reconnect', 'closing, refused', 'refused', 'refused, with a port'],
  },
  'port refused': {
    'refused, none: publish': ['closed', 'closed, port given back', 'waiting'],
    'refused, held: publish': ['closed, with a port', 'closed, until later'],
    'refused, none: nothing': ['waiting, refused before'],
    'closing, held: close, publish': [
      'opening',
      'opening, opened',
      'online, not yet opened',
      'online',
      'online, messages stuck',
    ],
    'closing, none: close, publish': [
      'opening, port given back',
      'ready, not yet opened',
      'ready',
      'online, without a port',
      'ready, messages stuck',
    ],
    impossible: ['closing, to reconnect', 'closing, refused', 'refused', 'refused, with a port'],
  },
  'port lost': {
    'closed, given-back: nothing': ['closed, with a port', 'closed, until later'],
    'opening, given-back: nothing': ['opening', 'opening, opened'],
    'online, given-back: nothing': ['online, not yet opened', 'online', 'online, messages stuck'],
    'closing, given-back: nothing': ['closing, to reconnect'],
    'refused, none: nothing': ['refused, with a port'],
    impossible: [
      'closed',
      'closed, port given back',
      'waiting',
      'waiting, refused before',
      'opening, port given back',
      'ready, not yet opened',
      'ready',
      'online, without a port',
      'closing, refused',
      'refused',
      'released',
      'released, silent',
      'ready, messages stuck',
      'released, online',
    ],
  },
  'port ended': {
    'closed, none: nothing': ['closed, with a port', 'closed, until later'],
    'opening, none: nothing': ['opening', 'opening, opened'],
    'online, none: nothing': ['online, not yet opened', 'online', 'online, messages stuck'],
    'closing, none: nothing': ['closing, to reconnect'],
    'refused, none: nothing': ['refused, with a port'],
    impossible: [
      'closed',
      'closed, port given back',
      'waiting',
      'waiting, refused before',
      'opening, port given back',
      'ready, not yet opened',
      'ready',
      'online, without a port',
      'closing, refused',
      'refused',
      'released',
      'released, silent',
      'ready, messages stuck',
      'released, online',
    ],
  },
  opened: {
    'opening, held: nothing': ['opening'],
    'ready, given-back: nothing': ['ready, not yet opened'],
    'online, held: send': ['online, not yet opened'],
    'released, held: close': ['released', 'released, silent', 'released, online'],
    impossible: [
      'closed',
      'closed, with a port',
      'closed, until later',
      'closed, port given back',
      'waiting',
      'waiting, refused before',
      'opening, opened',
      'opening, port given back',
      'ready',
      'online',
      'online, without a port',
      'refused',
      'refused, with a port',
      'ready, messages stuck',
      'online, messages stuck',
    ],
  },
  'open failed': {
    'closed, held: publish': ['opening', 'online, not yet opened'],
    'closed, given-back: publish': ['ready, not yet opened'],
    'released, held: publish': ['released', 'released, online'],
    impossible: [
      'closed',
      'closed, with a port',
      'closed, until later',
      'closed, port given back',
      'waiting',
      'waiting, refused before',
      'opening, opened',
      'opening, port given back',
      'ready',
      'online',
      'online, without a port',
      'refused',
      'refused, with a port',
      'ready, messages stuck',
      'online, messages stuck',
    ],
  },
  'reported online': {
    'online, held: publish': ['opening', 'online, not yet opened'],
    'online, held: publish, send': ['opening, opened', 'online', 'online, messages stuck'],
    'ready, given-back: check-soon': [
      'opening, port given back',
      'ready, not yet opened',
      'ready',
      'ready, messages stuck',
    ],
    'online, none: publish, send': ['online, without a port'],
    'released, held: publish': ['released', 'released, online'],
  },
  'reported connecting': {
    'opening, held: publish': [
      'opening',
      'opening, opened',
      'online, not yet opened',
      'online',
      'online, messages stuck',
    ],
    'opening, given-back: publish': [
      'opening, port given back',
      'ready, not yet opened',
      'ready',
      'ready, messages stuck',
    ],
    'opening, none: publish': ['online, without a port'],
    'released, held: publish': ['released', 'released, online'],
  },
  'reported by an earlier one': {},
  'messages stuck': {
    'online, held: publish': ['online, not yet opened'],
    'online, held: publish, send': ['online'],
    'online, none: publish, send': ['online, without a port'],
    'ready, given-back: check-soon': ['ready, not yet opened', 'ready'],
    'released, held: publish': ['released, online'],
  },
  'messages stored': {
    'online, held: publish, send': ['online, messages stuck'],
    'ready, given-back: check-soon': ['ready, messages stuck'],
  },
  'messages stuck of an earlier one': {},
  closed: {
    'closed, held: check-soon': ['closing, to reconnect'],
    'refused, none: nothing': ['closing, refused'],
    impossible: [
      'closed',
      'closed, with a port',
      'closed, until later',
      'closed, port given back',
      'waiting',
      'waiting, refused before',
      'opening',
      'opening, opened',
      'opening, port given back',
      'ready, not yet opened',
      'ready',
      'online, not yet opened',
      'online',
      'online, without a port',
      'refused',
      'refused, with a port',
      'ready, messages stuck',
      'online, messages stuck',
    ],
  },
};

function outcomeOf(before: AccountSession, event: SessionEvent): string {
  const { session, effects } = next(before, event);
  if (effects.length === 0 && JSON.stringify(session) === JSON.stringify(before)) return 'unchanged';
  return `${session.kind}, ${session.port}: ${effects.map(({ type }) => type).join(', ') || 'nothing'}`;
}

// TypeScript doesn't keep the keys of an object.
const entriesOf = <K extends string, V>(record: Readonly<Record<K, V>>) => Object.entries(record) as [K, V][];
const everyState = entriesOf<StateName, AccountSession>(states);

describe('a session', () => {
  it.each(entriesOf(outcomes))('changes in each state as its table says on the event %s', (name, table) => {
    const listed = new Map<string, string>(
      entriesOf(table).flatMap(([outcome, of]) => of.map((state) => [state, outcome])),
    );
    for (const [state, session] of everyState) {
      const expected = listed.get(state) ?? 'unchanged';
      const outcome = expected === 'impossible' ? 'unchanged' : expected;
      expect([state, outcomeOf(session, events[name])]).toEqual([state, outcome]);
    }
  });

  it('fails in any state when its connector throws, unless it has failed or was released', () => {
    for (const [state, session] of everyState) {
      const isOver = session.kind === 'failed' || session.kind === 'released';
      const expected = isOver ? 'unchanged' : `failed, ${session.port}: check-soon`;
      expect([state, outcomeOf(session, events.threw)]).toEqual([state, expected]);
    }
  });

  it('a session is released once, in any state', () => {
    for (const [state, session] of everyState) {
      const expected = session.kind === 'released' ? 'unchanged' : `released, ${session.port}: release`;
      expect([state, outcomeOf(session, events.release)]).toEqual([state, expected]);
    }
  });

  it('requests a port while it waits for one, and when it is online without one', () => {
    const wanting = everyState.filter(([, session]) => wantsPort(session)).map(([state]) => state);
    const waiting = [
      'waiting',
      'waiting, refused before',
      'ready, not yet opened',
      'ready',
      'ready, messages stuck',
    ];
    expect(wanting).toEqual([...waiting, 'online, without a port']);
  });

  it('a session is not moved while an operation is pending', () => {
    const busy = everyState.filter(([, session]) => !isQuiet(session)).map(([state]) => state);
    const closing = ['closing, to reconnect', 'closing, refused'];
    const over = ['failed', 'released', 'released, online', 'released, silent'];
    expect(busy).toEqual([
      'opening',
      'ready, not yet opened',
      'ready',
      'ready, messages stuck',
      'online, not yet opened',
      ...closing,
      ...over,
    ]);
  });
});
