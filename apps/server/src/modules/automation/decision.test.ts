import { describe, expect, it } from 'vitest';
import { compileRules, type StoredRule } from './compiled-rules.ts';
import { type ArrivedMessage, contentsToSend, decide } from './decision.ts';
import { pickItem, randomOfMessage } from './message-random.ts';

const at = Date.UTC(2026, 4, 6, 7);
const situation = {
  switchedOn: true,
  subAccountEnabled: true,
  isArchived: false,
  at,
  customerWroteAt: null,
  answeredAt: null,
  welcomedAt: null,
  answeredLately: 0,
};
const arrival = (given: Partial<ArrivedMessage> = {}): ArrivedMessage => ({
  subAccountId: 'ana',
  situation,
  original: 'What does shipping cost?',
  translation: null,
  ...given,
});
const rule = (id: string, given: Partial<StoredRule> = {}): StoredRule => ({
  kind: 'keyword',
  id,
  enabled: true,
  subAccountIds: null,
  keywords: ['shipping'],
  match: 'partial',
  matchTranslation: false,
  ...given,
});
const template = (id: string, given: Partial<StoredRule> = {}) =>
  rule(id, { kind: 'welcome', keywords: [], ...given });
const decided = (rules: StoredRule[], given: Partial<ArrivedMessage> = {}, lot = 0) =>
  decide(arrival(given), compileRules(rules), () => lot);
const welcome = (...rules: StoredRule[]) => {
  const { template: chosen, others } = decided(rules).welcome;
  return [chosen?.id ?? null, Object.fromEntries(others.map((one) => [one.template.id, one.verdict]))];
};
const answered = (rules: StoredRule[], given: Partial<ArrivedMessage> = {}, lot = 0) => {
  const { chosen, others } = decided(rules, given, lot).keyword;
  return [
    chosen?.rule.id ?? null,
    Object.fromEntries(others.map((one) => [one.candidate.rule.id, one.verdict])),
  ];
};

describe('the welcome', () => {
  it('comes from the newest template that names the sub-account, before those for all', () => {
    expect(
      welcome(
        template('newest'),
        template('off', { enabled: false, subAccountIds: ['ana'] }),
        template('bea’s', { subAccountIds: ['bea'] }),
        template('ana’s', { subAccountIds: ['ana', 'bea'] }),
        template('ana’s old', { subAccountIds: ['ana'] }),
      ),
    ).toEqual([
      'ana’s',
      { newest: 'less-specific', off: 'disabled', 'bea’s': 'other-sub-accounts', 'ana’s old': 'older' },
    ]);
  });

  it('comes from the newest template for all where none names the sub-account', () => {
    expect(welcome(template('newest'), template('old'))).toEqual(['newest', { old: 'older' }]);
  });

  it('requires a template, and a message that begins a session', () => {
    expect(decided([]).welcome.outcome).toBe('no-template');
    const within = { situation: { ...situation, customerWroteAt: at - 1 } };
    expect(decided([template('one')], within).welcome).toEqual({
      outcome: 'no-new-session',
      template: null,
      others: [],
    });
  });
});

describe('the keyword rule', () => {
  it('the keyword rule is an exact match before partial ones, regardless of keyword length', () => {
    expect(
      answered([rule('exact', { match: 'exact', keywords: ['hi'] }), rule('partial', { keywords: ['hi'] })], {
        original: 'Hi!',
      }),
    ).toEqual(['exact', { partial: 'exact-first' }]);
  });

  it('the keyword rule is the partial match with the longest keyword', () => {
    expect(
      answered([
        rule('short', { keywords: ['ship*'] }),
        rule('long', { keywords: ['what', 'shipping cost'] }),
        rule('middle'),
      ]),
    ).toEqual(['long', { short: 'longer-first', middle: 'longer-first' }]);
  });

  it('the keyword rule is drawn among equals in a fixed order, whatever order they are read in', () => {
    const equals = [rule('b'), rule('a'), rule('c', { keywords: ['what is', 'shipping'] })];
    expect(answered(equals, {}, 0.5)).toEqual(['b', { a: 'not-drawn', c: 'not-drawn' }]);
    expect(answered(equals.toReversed(), {}, 0.5)[0]).toBe('b');
    expect(answered(equals, {}, 0.999)[0]).toBe('c');
    expect(decided(equals).keyword.drawnAmong).toBe(3);
  });

  it('applies to the sub-account and is enabled', () => {
    expect(answered([rule('off', { enabled: false }), rule('bea’s', { subAccountIds: ['bea'] })])).toEqual([
      null,
      { off: 'disabled', 'bea’s': 'other-sub-accounts' },
    ]);
  });

  it('the keyword rule is searched in the translation only if nothing in the original matches, and by rules that allow it', () => {
    const rules = [
      rule('may', { matchTranslation: true }),
      rule('may not'),
      rule('spanish', { keywords: ['envío'] }),
      rule('off', { keywords: ['cuesta'], enabled: false }),
    ];
    const translation = 'What does shipping cost?';
    expect(answered(rules, { original: '¿Cuánto cuesta?', translation })).toEqual([
      'may',
      { off: 'disabled' },
    ]);
    expect(answered(rules, { original: 'El envío', translation })[0]).toBe('spanish');
    expect(answered(rules, { original: 'cuesta' })).toEqual([null, { off: 'disabled' }]);
  });
});

it('leaves a conversation to a person who has written there, and returns what would answer', () => {
  const { state, welcome, keyword } = decided([template('w'), rule('k')], {
    situation: { ...situation, answeredAt: at - 1 },
  });
  expect([state, welcome.template?.id, keyword.chosen?.rule.id]).toEqual(['agent-active', 'w', 'k']);
});

it('sends all contents in order, or a drawn one', () => {
  const contents = ['a', 'b', 'c'];
  expect(contentsToSend({ replyMethod: 'all', contents }, () => 0.9)).toEqual(contents);
  expect(contentsToSend({ replyMethod: 'one', contents }, () => 0.5)).toEqual(['b']);
});

describe('randomOfMessage', () => {
  it('draws the same lot for the same message and purpose, and different ones for others', () => {
    const lot = randomOfMessage('m')('rule');
    expect(randomOfMessage('m')('rule')).toBe(lot);
    expect(new Set([lot, randomOfMessage('m')('content'), randomOfMessage('n')('rule')]).size).toBe(3);
  });

  it('draws each of equals about equally often', () => {
    const counts = new Map<string, number>();
    for (let n = 0; n < 3_000; n += 1) {
      const one = pickItem(['a', 'b', 'c'], randomOfMessage(`m${n}`)('rule')) ?? 'none';
      counts.set(one, (counts.get(one) ?? 0) + 1);
    }
    expect([...counts.keys()].sort()).toEqual(['a', 'b', 'c']);
    for (const count of counts.values()) expect(count).toBeGreaterThan(850);
  });
});
