import { expect, it } from 'vitest';
import { newId, trustWorkspaceId } from '../../../base/ids.ts';
import { createJustStored, type Placed } from './just-stored.ts';

const workspaceId = trustWorkspaceId(newId());

function stored(messageId = newId()) {
  // The fields by which it is looked up.
  const placed = { message: { workspaceId, id: messageId } } as unknown as Placed;
  return { placed, name: { workspaceId, messageId } };
}

it('returns a message once, so that a retried job reads it from the database', () => {
  const justStored = createJustStored();
  const { placed, name } = stored();
  justStored.keep(placed);
  expect(justStored.take(name)).toBe(placed);
  expect(justStored.take(name)).toBeNull();
});

it('returns a message neither to another workspace nor after two seconds', () => {
  let now = 1;
  const justStored = createJustStored({ now: () => now });
  const [one, other] = [stored(), stored()];
  justStored.keep(one.placed);
  justStored.keep(other.placed);
  expect(justStored.take({ ...one.name, workspaceId: trustWorkspaceId(newId()) })).toBeNull();
  now += 2_001;
  expect(justStored.take(other.name)).toBeNull();
});
