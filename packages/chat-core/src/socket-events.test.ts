import type { ServerEvents } from '@parley/contract/realtime';
import { expect, it, vi } from 'vitest';
import { handleSocketEvents, ignored, type SocketEventHandlers } from './socket-events.ts';

const allIgnored: SocketEventHandlers = {
  changed: ignored,
  moved: ignored,
  sensitiveWords: ignored,
  conversation: ignored,
  handedOver: ignored,
  members: ignored,
  erased: ignored,
  historyImported: ignored,
  customerProfile: ignored,
  fanTags: ignored,
  prospectiveFans: ignored,
  rated: ignored,
  typing: ignored,
  presence: ignored,
  colleague: ignored,
  account: ignored,
  accountMoved: ignored,
  accountMuted: ignored,
  characters: ignored,
  notified: ignored,
  subAccount: ignored,
  ended: ignored,
};

it('hands the socket the handled events and leaves out the ignored ones', () => {
  const characters = vi.fn();
  const handlers = handleSocketEvents({ ...allIgnored, characters });
  expect(Object.keys(handlers)).toEqual(['characters']);
  handlers.characters?.({ subAccountId: null });
  expect(characters).toHaveBeenCalledWith({ subAccountId: null });
});

it('does not compile without a decision on every event of the contract', () => {
  const { typing: _, ...withoutTyping } = allIgnored;
  // @ts-expect-error 'typing' is neither handled nor ignored
  handleSocketEvents(withoutTyping);
  type Extended = ServerEvents & { invented(event: { id: string }): void };
  // @ts-expect-error an event that was added to the contract is neither handled nor ignored
  const extended: { [Name in keyof Extended]: Extended[Name] | typeof ignored } = allIgnored;
  expect(extended).toBe(allIgnored);
});
