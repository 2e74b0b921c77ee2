import type { VisitorMessage } from '@parley/contract/visitor';
import { describe, expect, it } from 'vitest';
import { judgeChange } from './visitor-change-rules.ts';

const hour = 3_600_000;
const written = 1_000_000;
const own: VisitorMessage = {
  id: 'm1',
  seq: 1,
  changedSeq: 1,
  from: 'visitor',
  text: 'In red?',
  deleted: false,
  attachment: null,
  kind: 'text',
  replyTo: null,
  edited: false,
  reactions: [],
  author: null,
  state: 'sent',
  at: written,
};
const file = { type: 'location', latitude: 1, longitude: 2, name: null, address: null } as const;
const edit = (text: string) => ({ kind: 'edited', text }) as const;
const takeBack = { kind: 'deleted' } as const;
const react = { kind: 'reacted', reactions: ['👍'] } as const;

describe('a visitor’s change', () => {
  it.each([
    ['an edit within the hour', own, edit('In blue?'), hour, 'go'],
    ['an edit after the hour', own, edit('In blue?'), hour + 1, 'message.unchangeable'],
    ['the same edit again after the hour', own, edit('In red?'), hour + 1, 'done'],
    ['an edit to a blank text', own, edit(' \n'), 0, 'message.empty'],
    ['a blank caption', { ...own, attachment: file }, edit(''), 0, 'go'],
    [
      'an edit of what was taken back',
      { ...own, deleted: true, text: '' },
      edit('x'),
      0,
      'message.unchangeable',
    ],
    [
      'an edit of the business’s',
      { ...own, from: 'business' as const },
      edit('x'),
      0,
      'message.unchangeable',
    ],
    ['a deletion within the hour', own, takeBack, hour, 'go'],
    ['a deletion after the hour', own, takeBack, hour + 1, 'message.unchangeable'],
    ['the same deletion again', { ...own, deleted: true, text: '' }, takeBack, hour + 1, 'done'],
    [
      'a deletion of the business’s',
      { ...own, from: 'business' as const },
      takeBack,
      0,
      'message.unchangeable',
    ],
    ['a reaction to the business', { ...own, from: 'business' as const }, react, 100 * hour, 'go'],
    ['a reaction to the own message', own, react, 0, 'message.unchangeable'],
    [
      'a reaction to what was taken back',
      { ...own, from: 'business' as const, deleted: true },
      react,
      0,
      'message.unchangeable',
    ],
  ])('judges %s', (_, message, change, after, expected) => {
    expect(judgeChange(message, change, written + after)).toBe(expected);
  });
});
