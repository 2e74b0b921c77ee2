import { describe, expect, it } from 'vitest';
import { type JudgedVerdict, rejudge } from './rejudge.ts';

const verdict = (id: string, given: Partial<JudgedVerdict> = {}): JudgedVerdict => ({
  id,
  ownFanId: id,
  socialAccountId: id,
  subAccountId: 'ana',
  scope: 'workspace',
  verdict: 'new',
  rule: 'first',
  matchedVerdictId: null,
  matchDeleted: false,
  listed: false,
  countsAs: 'new',
  decidedAt: Number(id.slice(1)),
  ...given,
});

describe('rejudge', () => {
  it('changes nothing for one new fan', () => {
    expect(rejudge([verdict('v1')])).toEqual([]);
  });

  it('turns the later of two new fans into a repeat, in whatever order they are given', () => {
    const both = [verdict('v2'), verdict('v1')];
    expect(rejudge(both)).toEqual([{ id: 'v2', from: 'new', to: 'repeat' }]);
    expect(rejudge(both.reverse())).toEqual([{ id: 'v2', from: 'new', to: 'repeat' }]);
  });

  it('counts a person once on one social account', () => {
    const [first, second] = [verdict('v1'), verdict('v2', { socialAccountId: 'v1' })];
    expect(rejudge([first, second])).toEqual([{ id: 'v2', from: 'new', to: 'merged' }]);
  });

  it('keeps two new fans of two sub-accounts that count for themselves', () => {
    const own = (id: string, agent: string) => verdict(id, { subAccountId: agent, scope: agent });
    expect(rejudge([own('v1', 'ana'), own('v2', 'ben')])).toEqual([]);
    expect(rejudge([own('v1', 'ana'), own('v2', 'ana')])).toHaveLength(1);
  });

  it('makes a repeat new again if its earlier verdict is another person’s', () => {
    const repeat = { verdict: 'repeat', rule: 'seen', countsAs: 'repeat', matchedVerdictId: 'v1' } as const;
    expect(rejudge([verdict('v2', repeat)])).toEqual([{ id: 'v2', from: 'repeat', to: 'new' }]);
  });

  it('keeps a repeat that a library listed too, though its earlier verdict is another person’s', () => {
    const repeat = { verdict: 'repeat', rule: 'seen', countsAs: 'repeat', matchedVerdictId: 'v1' } as const;
    expect(rejudge([verdict('v2', { ...repeat, listed: true })])).toEqual([]);
  });

  it('keeps a repeat whose earlier verdict was deleted', () => {
    const repeat = { verdict: 'repeat', rule: 'seen', countsAs: 'repeat', matchDeleted: true } as const;
    expect(rejudge([verdict('v2', repeat)])).toEqual([]);
  });

  it('keeps a repeat by its match, though its clock was earlier', () => {
    const late = verdict('v2');
    const early = verdict('v1', {
      verdict: 'repeat',
      rule: 'seen',
      countsAs: 'repeat',
      matchedVerdictId: 'v2',
    });
    expect(rejudge([early, late])).toEqual([]);
  });

  it('keeps the first in the wide scope new despite a fan’s verdict in a narrow one from a slow clock', () => {
    const first = verdict('v2', { ownFanId: 'eva' });
    const narrow = verdict('v1', { ownFanId: 'eva', subAccountId: 'ben', scope: 'ben' });
    expect(rejudge([first, narrow])).toEqual([]);
    // Between different fans only the clocks tell who was first.
    expect(rejudge([first, { ...narrow, ownFanId: 'ida' }])).toEqual([
      { id: 'v2', from: 'new', to: 'repeat' },
    ]);
  });

  it.each(['history', 'listed'] as const)('keeps a verdict by the rule "%s"', (rule) => {
    const kept = rule === 'history' ? 'base' : 'repeat';
    const it = verdict('v1', { rule, verdict: kept, countsAs: kept, listed: rule === 'listed' });
    expect(rejudge([it])).toEqual([]);
    expect(rejudge([verdict('v0'), it])).toEqual([]);
  });

  it('treats a base fan as seen', () => {
    const base = verdict('v1', { rule: 'history', verdict: 'base', countsAs: 'base' });
    expect(rejudge([base, verdict('v2')])).toEqual([{ id: 'v2', from: 'new', to: 'repeat' }]);
  });

  it('restores what counted before, once the persons are apart again', () => {
    expect(rejudge([verdict('v2', { countsAs: 'repeat' })])).toEqual([
      { id: 'v2', from: 'repeat', to: 'new' },
    ]);
    expect(rejudge([verdict('v2', { countsAs: 'merged' })])).toEqual([
      { id: 'v2', from: 'merged', to: 'new' },
    ]);
  });
});
