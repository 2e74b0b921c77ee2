import { expect, it } from 'vitest';
import { newId, trustWorkspaceId } from '../../../base/ids.ts';
import { createRecentMessageCache, type MessageToTranslate } from './recent-message-cache.ts';

const workspaceId = trustWorkspaceId(newId());

function stored(messageId = newId()) {
  // The fields by which it is looked up.
  const pending = { message: { workspaceId, id: messageId } } as unknown as MessageToTranslate;
  return { pending, name: { workspaceId, messageId } };
}

it('returns a message once, so that a retried job reads it from the database', () => {
  const recentMessages = createRecentMessageCache();
  const { pending, name } = stored();
  recentMessages.keep(pending);
  expect(recentMessages.take(name)).toBe(pending);
  expect(recentMessages.take(name)).toBeNull();
});

it('returns a message neither to another workspace nor after two seconds', () => {
  let now = 1;
  const recentMessages = createRecentMessageCache({ now: () => now });
  const [one, other] = [stored(), stored()];
  recentMessages.keep(one.pending);
  recentMessages.keep(other.pending);
  expect(recentMessages.take({ ...one.name, workspaceId: trustWorkspaceId(newId()) })).toBeNull();
  now += 2_001;
  expect(recentMessages.take(other.name)).toBeNull();
});
