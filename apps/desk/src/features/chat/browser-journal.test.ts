import 'fake-indexeddb/auto';
import type { Journal, UnsentText } from '@parley/chat-core';
import { sampleConversationId, sampleId } from '@parley/chat-core/fixtures';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { openBrowserJournal } from './browser-journal.ts';

const open: Journal[] = [];
let pages = 0;

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
});
afterEach(async () => {
  for (const journal of open.splice(0)) {
    journal.close();
    await journal.settled();
  }
});

/** Opens a page with its journal, and collects what it takes over. */
function openPage(locks: LockManager | null = navigator.locks) {
  const journal = openBrowserJournal(`page ${++pages}`, locks);
  open.push(journal);
  const taken: string[] = [];
  const takeOver = (subAccountId = 'me') =>
    journal.takeOver(subAccountId, (left) => {
      for (const { text, stage } of left) taken.push(`${stage} ${text}`);
    });
  return { journal, taken, takeOver };
}

const unsent = (n: number, facts: Partial<UnsentText> = {}): UnsentText => ({
  id: sampleId(n),
  subAccountId: 'me',
  conversationId: sampleConversationId,
  text: `text ${n}`,
  at: n,
  mode: 'translate',
  stage: 'held',
  ...facts,
});

it('hands over the messages of a page, oldest first, only once that page is gone', async () => {
  const living = openPage();
  living.journal.put(unsent(2));
  living.journal.put(unsent(1));
  living.journal.put(unsent(3));
  living.journal.put(unsent(3, { stage: 'sent' }));
  living.journal.put(unsent(4));
  living.journal.remove(sampleId(4));
  await living.journal.settled();
  const next = openPage();
  next.takeOver();
  await next.journal.settled();
  expect(next.taken).toEqual([]);
  living.journal.close();
  await vi.waitFor(() => expect(next.taken).toEqual(['held text 1', 'held text 2', 'sent text 3']));
});

it('hands the messages over to only one of two pages', async () => {
  const gone = openPage();
  gone.journal.put(unsent(1));
  gone.journal.close();
  await gone.journal.settled();
  const heirs = [openPage(), openPage()];
  for (const heir of heirs) heir.takeOver();
  await vi.waitFor(() => expect(heirs.flatMap((heir) => heir.taken)).toEqual(['held text 1']));
  for (const heir of heirs) await heir.journal.settled();
  expect(heirs.flatMap((heir) => heir.taken)).toEqual(['held text 1']);
});

it('keeps another sub-account’s messages for it', async () => {
  const gone = openPage();
  gone.journal.put(unsent(1, { subAccountId: 'other' }));
  gone.journal.put(unsent(2));
  gone.journal.close();
  const next = openPage();
  await gone.journal.settled();
  next.takeOver();
  await vi.waitFor(() => expect(next.taken).toEqual(['held text 2']));
  next.takeOver('other');
  await vi.waitFor(() => expect(next.taken).toEqual(['held text 2', 'held text 1']));
});

it('takes over, without locks, only messages of pages that no longer answer', async () => {
  const [gone, living] = [openPage(null), openPage(null)];
  gone.journal.put(unsent(1));
  living.journal.put(unsent(2));
  await living.journal.settled();
  gone.journal.close();
  await gone.journal.settled();
  const next = openPage(null);
  next.takeOver();
  await vi.waitFor(() => expect(next.taken).toEqual(['held text 1']));
});

it('works without storage when it is forbidden', async () => {
  vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  const { journal, taken, takeOver } = openPage();
  journal.put(unsent(1));
  takeOver();
  await expect(journal.settled()).resolves.toBeUndefined();
  expect(taken).toEqual([]);
});
