import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { ZodType } from 'zod';
import { markNotificationsRead, notificationForm } from './endpoints.ts';

/** Returns the fields that a form refuses. */
const refusedBy = (form: ZodType, value: unknown) =>
  (form.safeParse(value).error?.issues ?? []).map(({ path }) => path.join('.'));

const form = {
  requestId: randomUUID(),
  title: { 'zh-CN': '系统维护', 'en-US': 'Maintenance' },
  body: { 'zh-CN': '今晚', 'en-US': 'Tonight' },
  level: 'info',
  expiresAt: null,
};

it.each([
  ['one language only', { title: { 'en-US': 'x' } }, 'title.zh-CN'],
  ['an empty body', { body: { 'zh-CN': ' \n ', 'en-US': 'x' } }, 'body.zh-CN'],
  ['a long title', { title: { 'zh-CN': '长'.repeat(101), 'en-US': 'x' } }, 'title.zh-CN'],
  ['a long body', { body: { 'zh-CN': 'x', 'en-US': 'x'.repeat(10_001) } }, 'body.en-US'],
  ['characters that turn the text around', { body: { 'zh-CN': 'x', 'en-US': 'a\u202eb' } }, 'body.en-US'],
  ['a bell', { body: { 'zh-CN': 'x', 'en-US': 'a\u0007b' } }, 'body.en-US'],
  ['an unknown level', { level: 'loud' }, 'level'],
  ['an end that is no time', { expiresAt: 'tomorrow' }, 'expiresAt'],
  ['an end beyond all calendars', { expiresAt: Number.MAX_SAFE_INTEGER }, 'expiresAt'],
  ['an address that is none', { ownerEmail: 'x' }, 'ownerEmail'],
])('a notification form refuses %s', (_, over, field) => {
  expect(refusedBy(notificationForm, form)).toEqual([]);
  expect(refusedBy(notificationForm, { ...form, ...over })).toEqual([field]);
});

it.each([
  ['nothing named', {}],
  ['both ways at once', { ids: [randomUUID()], all: true }],
  ['no ids', { ids: [] }],
  ['too many ids', { ids: Array.from({ length: 201 }, () => randomUUID()) }],
  ['something that is no id', { ids: ['x'] }],
  ['all, but not', { all: false }],
])('marking notifications as read refuses %s', (_, body) => {
  expect(refusedBy(markNotificationsRead.body, body).length).toBeGreaterThan(0);
});

it('marking notifications as read accepts some ids, or all', () => {
  for (const body of [{ ids: [randomUUID()] }, { all: true }])
    expect(refusedBy(markNotificationsRead.body, body)).toEqual([]);
});
