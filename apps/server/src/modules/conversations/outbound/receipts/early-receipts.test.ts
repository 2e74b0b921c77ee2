import { expect, it } from 'vitest';
import { newId, trustWorkspaceId } from '../../../../base/ids.ts';
import { createEarlyReceipts } from './early-receipts.ts';
import type { Receipt } from './service.ts';

const workspaceId = trustWorkspaceId(newId());
const receipt = (platformMessageId: string, socialAccountId = 'a'): Receipt => ({
  workspaceId,
  socialAccountId,
  chatId: 'c',
  platformMessageId,
  state: 'read',
});

it('keeps a receipt while messages in flight may match it, and no longer', () => {
  const early = createEarlyReceipts();
  const [one, two, other] = [receipt('1'), receipt('2'), receipt('3', 'b')];
  expect(early.keep(one)).toBe(false);
  early.begin('m1', 'a');
  early.begin('m2', 'a');
  expect(early.keep(one)).toBe(true);
  expect(early.keep(other)).toBe(false);
  early.begin('m3', 'a');
  expect(early.keep(two)).toBe(true);
  expect(early.end('m1')).toEqual([one, two]);
  expect(early.end('m1')).toEqual([]);
  expect(early.end('m2')).toEqual([one, two]);
  expect(early.end('m3')).toEqual([two]);
  expect(early.keep(one)).toBe(false);
});

it('drops applied receipts, and the oldest of many', () => {
  const early = createEarlyReceipts();
  early.begin('m1', 'a');
  early.begin('m2', 'a');
  const all = Array.from({ length: 120 }, (_, n) => receipt(String(n)));
  for (const one of all) early.keep(one);
  const [, last] = all.slice(-2);
  if (last) early.forget(last);
  expect(early.end('m1')).toEqual(all.slice(20, -1));
});
