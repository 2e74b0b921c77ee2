import { messageLimit } from '@parley/contract/values';
import { describe, expect, it } from 'vitest';
import { newId, trustWorkspaceId } from '../../../base/ids.ts';
import { type Inbound, messagesToAnswer, toInboundRow } from './inbound-message.ts';

const now = Date.UTC(2026, 4, 3);
const account = {
  workspaceId: trustWorkspaceId(newId()),
  id: newId(),
  platform: 'telegram',
  subAccountId: newId(),
} as const;
const message = (given: Partial<Inbound> = {}): Inbound => ({
  account,
  kind: 'text',
  platformMessageId: '1',
  chatId: 'ana',
  chatKind: 'private',
  chatTitle: null,
  author: 'customer',
  from: { id: 'ana', displayName: 'Ana', language: null },
  text: 'Hola',
  attachment: null,
  fileId: null,
  referenceId: null,
  replyTo: null,
  sentAt: now - 1_000,
  history: false,
  ...given,
});

describe('toInboundRow', () => {
  it('makes a text wait for its translation', () => {
    expect(toInboundRow(message(), true, now)).toEqual({
      workspaceId: account.workspaceId,
      socialAccountId: account.id,
      kind: 'text',
      direction: 'in',
      sentAsId: null,
      platformMessageId: '1',
      referenceId: null,
      original: 'Hola',
      attachment: null,
      fileId: null,
      translationState: 'pending',
      originalLanguage: null,
      customerLanguage: null,
      languagePrior: null,
      sentAt: now - 1_000,
    });
  });

  it.each<[string, Inbound, boolean]>([
    ['while its conversation is not translated', message(), false],
    ['of another kind than text', message({ kind: 'unsupported' }), true],
    ['that is a split link’s reference alone', message({ text: '(ref: abcd2345wxyz)' }), true],
    ['longer than the limit', message({ text: '😀'.repeat(messageLimit + 1) }), true],
  ])('leaves a message alone %s', (_, one, translate) => {
    expect(toInboundRow(one, translate, now).translationState).toBe('none');
  });

  it('treats the business’s message from another program as outbound, and never translates it', () => {
    const id = newId();
    const echo = message({ author: 'business', referenceId: id });
    expect(toInboundRow(echo, true, now)).toMatchObject({
      direction: 'out',
      sentAsId: id,
      referenceId: id,
      translationState: 'none',
    });
    const others = [message({ author: 'business', referenceId: 'their own' }), message({ referenceId: id })];
    expect(others.map((one) => toInboundRow(one, true, now).sentAsId)).toEqual([null, null]);
  });

  it('translates a text of exactly the limit, counted in code points', () => {
    const long = message({ text: '😀'.repeat(messageLimit) });
    expect(toInboundRow(long, true, now).translationState).toBe('pending');
  });

  it('makes text, id and time storable', () => {
    const odd = message({ text: 'a\0b', platformMessageId: 'x'.repeat(10_000), sentAt: Number.NaN });
    const stored = toInboundRow(odd, true, now);
    expect(stored.original).not.toContain('\0');
    expect(stored.platformMessageId.length).toBeLessThan(100);
    expect(stored.sentAt).toBe(now);
  });
});

describe('messagesToAnswer', () => {
  const row = (
    platformMessageId: string,
    conversationId = 'a chat',
    socialAccountId: string = account.id,
  ) => ({
    platformMessageId,
    conversationId,
    socialAccountId,
  });
  const always = () => true;

  it('returns the new messages of each conversation together', () => {
    const batch = ['1', '2', '3'].map((id) => message({ platformMessageId: id }));
    const added = [row('1'), row('2'), row('3', 'another')];
    expect(messagesToAnswer(batch, added, always)).toEqual([[row('1'), row('2')], [row('3', 'another')]]);
  });

  it('skips messages that were stored before', () => {
    const batch = ['1', '2'].map((id) => message({ platformMessageId: id }));
    expect(messagesToAnswer(batch, [row('2')], always)).toEqual([[row('2')]]);
  });

  it.each<[string, Partial<Inbound>]>([
    ['in a group', { chatKind: 'group' }],
    ['from history', { history: true }],
  ])('passes over a message %s', (_, given) => {
    const batch = [message(given), message({ platformMessageId: '2' })];
    expect(messagesToAnswer(batch, [row('1'), row('2')], always)).toEqual([[row('2')]]);
  });

  it('returns none for a sub-account that does not reply automatically', () => {
    expect(messagesToAnswer([message()], [row('1')], () => false)).toEqual([]);
  });

  it('distinguishes messages of the same id in two accounts', () => {
    const other = { ...account, id: newId(), subAccountId: newId() };
    const batch = [message(), message({ account: other })];
    const added = [row('1'), row('1', 'another', other.id)];
    const only = ({ account: { id } }: Inbound) => id === other.id;
    expect(messagesToAnswer(batch, added, only)).toEqual([[row('1', 'another', other.id)]]);
  });
});
