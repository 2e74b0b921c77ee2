import { describe, expect, it } from 'vitest';
import { automaticReplyId } from '../conversations/index.ts';
import {
  agentPresenceMs,
  automationStateOf,
  beginsSession,
  type NearbyMessage,
  replyLimit,
  replyLimitMs,
  type Situation,
  sessionGapMs,
  situationFrom,
  welcomeName,
} from './situation.ts';

const at = Date.UTC(2026, 4, 6, 7);
const situation = (given: Partial<Situation>): Situation => ({
  switchedOn: true,
  subAccountEnabled: true,
  isArchived: false,
  at,
  customerWroteAt: null,
  answeredAt: null,
  welcomedAt: null,
  answeredLately: 0,
  ...given,
});

it.each<[string, Partial<Situation>, boolean]>([
  ['a first message ever', {}, true],
  ['a message soon after another', { customerWroteAt: at - 1 }, false],
  ['a message just within a session', { customerWroteAt: at - sessionGapMs + 1 }, false],
  ['a message after a day of silence', { customerWroteAt: at - sessionGapMs }, true],
  [
    'a message that claims to follow a silence, when a welcome has just gone out',
    { customerWroteAt: at - 2 * sessionGapMs, welcomedAt: at - 1 },
    false,
  ],
  [
    'a session after one that was welcomed',
    { customerWroteAt: at - sessionGapMs, welcomedAt: at - sessionGapMs },
    true,
  ],
])('decides whether %s begins a session', (_, given, expected) => {
  expect(beginsSession(situation(given))).toBe(expected);
});

it.each<[string, Partial<Situation>, string]>([
  ['nobody there', {}, 'open'],
  ['automatic replies switched off', { switchedOn: false }, 'switched-off'],
  ['a disabled sub-account', { subAccountEnabled: false }, 'sub-account-disabled'],
  ['a customer whom an agent has archived', { isArchived: true }, 'archived'],
  ['a person who has just written', { answeredAt: at - 1 }, 'agent-active'],
  ['a person just before being taken to be gone', { answeredAt: at - agentPresenceMs + 1 }, 'agent-active'],
  ['a person who is taken to be gone', { answeredAt: at - agentPresenceMs }, 'open'],
  ['a person who answered before a delayed reply was due', { answeredAt: at + 50 * 60_000 }, 'agent-active'],
  ['many automatic replies', { answeredLately: replyLimit }, 'too-many-replies'],
  ['one fewer', { answeredLately: replyLimit - 1 }, 'open'],
])('decides on a conversation with %s', (_, given, expected) => {
  expect(automationStateOf(situation(given))).toBe(expected);
});

describe('situationFrom', () => {
  const from = (...nearby: NearbyMessage[]) =>
    situationFrom(nearby, { switchedOn: true, subAccountEnabled: true, isArchived: false, at });
  const message = (given: Partial<NearbyMessage>): NearbyMessage => ({
    id: 'm',
    direction: 'in',
    triggeredBy: null,
    at: at - 1_000,
    ...given,
  });

  it('separates customers, agents, welcomes and other replies', () => {
    const welcome = automaticReplyId(welcomeName, 'x');
    expect(
      from(
        message({ at: at - 5 }),
        message({ direction: 'out', at: at - 4 }),
        message({ direction: 'out', triggeredBy: 'x', id: welcome, at: at - 3 }),
        message({ direction: 'out', triggeredBy: 'x', at: at - 2 }),
        message({ direction: 'out', triggeredBy: 'y', at: at - 1 }),
        message({ direction: 'out', triggeredBy: 'z', at: at - replyLimitMs }),
      ),
    ).toEqual(
      situation({ customerWroteAt: at - 5, answeredAt: at - 4, welcomedAt: at - 3, answeredLately: 2 }),
    );
  });

  it('finds nothing in a conversation without messages', () => {
    expect(from()).toEqual(situation({}));
  });
});
