import type { Message } from '@parley/contract/conversations';
import { expect, it } from 'vitest';
import { sampleConversationId as here, messageWith, sampleId } from '../fixtures/samples.ts';
import type { AlertCause } from './alert-rules.ts';
import { type AlertEvent, nextAlerts, noAlerts } from './alert-state.ts';

const start = 1_780_000_000_000;
const socialAccountId = sampleId(0xa0);
const other = sampleId(0xc1);
const [first, second] = [sampleId(1), sampleId(2)];

type Timed = [ms: number, event: AlertEvent];

const arrives = (seq: number, facts: Partial<Message> = {}): AlertEvent => ({
  kind: 'changed',
  rank: 'page-b',
  change: { socialAccountId, seq, message: messageWith({ seq, sentAt: start, ...facts }) },
});
const pending = { translationState: 'pending' } as const;
const translated = (seq: number, changedSeq: number): AlertEvent => ({
  kind: 'changed',
  rank: 'page-b',
  change: {
    socialAccountId,
    seq: changedSeq,
    message: messageWith({ seq, changedSeq, translationState: 'done', translation: `translated ${seq}` }),
  },
});
const claimOver = (messageId: string): AlertEvent => ({ kind: 'claim-over', messageId });
const claimed = (messageId: string, rank: string | null): AlertEvent => ({
  kind: 'claimed',
  claim: { messageId, rank },
});
const waited = (since = start): AlertEvent => ({
  kind: 'translation-over',
  conversationId: here,
  since,
});
const seen: AlertEvent = { kind: 'seen', conversationId: here };

const wordsOf = (shown: AlertCause) =>
  'handedOver' in shown ? `from ${shown.handedOver.from}` : (shown.translation ?? shown.original);

const handedOver = (id: string, seq: number): AlertEvent => {
  const from = { handedOver: { from: 'Spain', authorName: null } };
  const alert = {
    id,
    conversationId: here,
    seq,
    changedSeq: seq,
    erased: false,
    translationState: 'none',
    ...from,
  } as const;
  return { kind: 'handed-over', rank: 'page-b', alert };
};

/** Plays events at times after the start; returns what the agent would notice. */
function play(events: readonly Timed[], watched: string | null = null): string[] {
  let state = noAlerts;
  const noticed: string[] = [];
  for (const [ms, event] of events) {
    const scene = {
      groups: () => 'mentions' as const,
      isMuted: () => false,
      isWatched: (id: string) => id === watched,
    };
    const step = nextAlerts(state, event, { scene, now: start + ms });
    state = step.state;
    for (const effect of step.effects) {
      if (effect.kind === 'tone') noticed.push('tone');
      else if (effect.kind === 'close') noticed.push('close');
      else if (effect.kind === 'show') noticed.push(wordsOf(effect.message));
    }
  }
  return noticed;
}

it.each<[string, readonly Timed[], string[]]>([
  [
    'sounds and shows a conversation that is handed over, and then what its customer writes',
    [
      [0, handedOver(first, 1)],
      [200, claimOver(first)],
      [3000, arrives(2)],
      [3200, claimOver(second)],
    ],
    ['tone', 'from Spain', 'tone', 'text 2'],
  ],
  [
    'leaves a hand-over to a page that goes first',
    [
      [0, handedOver(first, 1)],
      [10, claimed(first, 'page-a')],
      [200, claimOver(first)],
    ],
    [],
  ],
  [
    'sounds and shows a message that needs no translation',
    [
      [0, arrives(1)],
      [200, claimOver(first)],
    ],
    ['tone', 'text 1'],
  ],
  [
    'waits for the translation',
    [
      [0, arrives(1, pending)],
      [200, claimOver(first)],
      [900, translated(1, 2)],
    ],
    ['tone', 'translated 1'],
  ],
  [
    'takes a translation that comes during the claim',
    [
      [0, arrives(1, pending)],
      [100, translated(1, 2)],
      [200, claimOver(first)],
    ],
    ['tone', 'translated 1'],
  ],
  [
    'shows the original after three seconds, and no translation after that',
    [
      [0, arrives(1, pending)],
      [200, claimOver(first)],
      [3000, waited()],
      [3500, translated(1, 2)],
    ],
    ['tone', 'text 1'],
  ],
  [
    'lets later messages of a conversation not put off the first',
    [
      [0, arrives(1, pending)],
      [200, claimOver(first)],
      [2900, arrives(2, pending)],
      [3000, waited()],
      [3100, claimOver(second)],
    ],
    ['tone', 'tone', 'text 2'],
  ],
  [
    'sounds once for messages within two seconds',
    [
      [0, arrives(1)],
      [200, claimOver(first)],
      [300, arrives(2, { conversationId: other })],
      [500, claimOver(second)],
    ],
    ['tone', 'text 1', 'text 2'],
  ],
  [
    'alerts once to an event that comes twice',
    [
      [0, arrives(1)],
      [10, arrives(1)],
      [200, claimOver(first)],
      [300, arrives(1)],
      [500, claimOver(first)],
    ],
    ['tone', 'text 1'],
  ],
  [
    'keeps silent after another page’s better claim',
    [
      [0, arrives(1)],
      [5, claimed(first, 'page-a')],
      [200, claimOver(first)],
    ],
    [],
  ],
  [
    'alerts in spite of another page’s worse claim',
    [
      [0, arrives(1)],
      [5, claimed(first, 'page-c')],
      [200, claimOver(first)],
    ],
    ['tone', 'text 1'],
  ],
  [
    'keeps silent about a message that another page had first',
    [
      [0, claimed(first, 'page-c')],
      [50, arrives(1)],
      [250, claimOver(first)],
    ],
    [],
  ],
  [
    'keeps silent about a message that another page shows',
    [
      [0, arrives(1)],
      [5, claimed(first, null)],
      [200, claimOver(first)],
    ],
    [],
  ],
  [
    'does not sound within two seconds of another page',
    [
      [0, claimed(sampleId(9), 'page-a')],
      [500, arrives(1)],
      [700, claimOver(first)],
    ],
    ['text 1'],
  ],
  [
    'drops an older text when another page alerts to the next one',
    [
      [0, arrives(1, pending)],
      [200, claimOver(first)],
      [300, claimed(second, 'page-a')],
      [310, arrives(2)],
      [3000, waited()],
    ],
    ['tone'],
  ],
  [
    'closes what is read',
    [
      [0, arrives(1)],
      [200, claimOver(first)],
      [900, seen],
    ],
    ['tone', 'text 1', 'close'],
  ],
  [
    'drops what is read while it waits',
    [
      [0, arrives(1)],
      [100, seen],
      [200, claimOver(first)],
    ],
    [],
  ],
  [
    'closes a message that its customer takes back',
    [
      [0, arrives(1)],
      [200, claimOver(first)],
      [900, arrives(1, { changedSeq: 2, erased: true })],
    ],
    ['tone', 'text 1', 'close'],
  ],
  [
    'ignores the wait of an earlier alert',
    [
      [0, arrives(1, pending)],
      [200, claimOver(first)],
      [1000, translated(1, 2)],
      [2500, arrives(3, pending)],
      [2700, claimOver(sampleId(3))],
      [3000, waited()],
    ],
    ['tone', 'translated 1', 'tone'],
  ],
])('%s', (_, events, expected) => {
  expect(play(events)).toEqual(expected);
});

it('stays silent for the conversation on the screen, and notifies the other pages', () => {
  const scene = { groups: () => 'mentions' as const, isMuted: () => false, isWatched: () => true };
  const { effects } = nextAlerts(noAlerts, arrives(1), { scene, now: start });
  expect(effects).toEqual([{ kind: 'claim', claim: { messageId: first, rank: null } }]);
});
