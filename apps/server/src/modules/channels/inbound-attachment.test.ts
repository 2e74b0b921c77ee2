import type { InboundMessage } from '@parley/connectors';
import { expect, it } from 'vitest';
import { attachmentOf } from './inbound-attachment.ts';

const frame = {
  platformMessageId: '1',
  chatId: '1',
  chatKind: 'private',
  chatTitle: null,
  from: { id: '1', displayName: null, language: null },
  sentAt: 0,
  history: false,
} as const;
const named = (name: string): InboundMessage => ({
  ...frame,
  kind: 'file',
  text: '',
  media: { key: 'k', name },
});

it.each([
  ['invoice\u202egnp.exe', 'invoicegnp.exe'],
  ['a\r\nb\u0000\u2066.pdf', 'ab.pdf'],
  ['\ud800', '\ufffd'],
  ['家族👨‍👩‍👧.pdf', '家族👨‍👩‍👧.pdf'],
])('removes everything from a name that disguises its extension: %j', (name, stored) => {
  expect(attachmentOf(named(name))).toMatchObject({ name: stored });
});

it.each([
  [1_700_000_000_000.4, { expiresAt: 1_700_000_000_000 }],
  [null, {}],
  [Number.NaN, {}],
  [-1, {}],
])('keeps the expiry of a medium’s handle where the platform has one: %s', (expiresAt, kept) => {
  const message: InboundMessage = { ...frame, kind: 'file', text: '', media: { key: 'k', expiresAt } };
  const stored = attachmentOf(message);
  expect({
    ...(stored?.type === 'media' && 'expiresAt' in stored && { expiresAt: stored.expiresAt }),
  }).toEqual(kept);
});
