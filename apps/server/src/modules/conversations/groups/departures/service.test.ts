import { describe, expect, it } from 'vitest';
import { refusalOf } from './service.ts';

describe('whether a group can be left', () => {
  const group = { kind: 'group', platform: 'telegram', handOverId: null } as const;
  it.each([
    ['a group', group, false, null],
    ['a private conversation', { ...group, kind: 'private' as const }, false, 'group.none'],
    ['a platform without a way out', { ...group, platform: 'webchat' as const }, false, 'group.no-leaving'],
    ['a conversation of another sub-account', { ...group, handOverId: 'x' }, false, 'group.guest'],
    ['the same, for the owner', { ...group, handOverId: 'x' }, true, null],
  ])('decides for %s', (_, conversation, isOwner, refusal) => {
    expect(refusalOf(conversation, (platform) => platform === 'telegram', isOwner)).toBe(refusal);
  });
});
