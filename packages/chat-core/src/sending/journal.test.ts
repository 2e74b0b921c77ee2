import { expect, it, vi } from 'vitest';
import { systemClock } from '../clock.ts';
import { memoryJournalStorage, memoryLocks } from '../fixtures/memory-journal.ts';
import { sampleConversationId, sampleId } from '../fixtures/samples.ts';
import { type JournalEntry, type JournalStorage, openUnsentJournal, type UnsentText } from './journal.ts';

/** Pages that share storage and locks. */
function openBrowser() {
  const kept = new Map<string, JournalEntry>();
  const locks = memoryLocks();
  let pages = 0;
  return (openStorage: () => Promise<JournalStorage> = async () => memoryJournalStorage(kept)) => {
    pages += 1;
    const journal = openUnsentJournal({
      page: `page ${pages}`,
      openStorage,
      others: { locks },
      clock: systemClock,
    });
    const taken: string[] = [];
    const takeOver = (subAccountId = 'me') =>
      journal.takeOver(subAccountId, (left) => {
        for (const { text, stage } of left) taken.push(`${stage} ${text}`);
      });
    return { journal, taken, takeOver };
  };
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

it('hands over the entries of a page, oldest first, only once the page is gone', async () => {
  const openPage = openBrowser();
  const living = openPage();
  for (const n of [2, 1, 3, 4]) living.journal.put(unsent(n));
  living.journal.put(unsent(3, { stage: 'sent' }));
  living.journal.remove(sampleId(4));
  await living.journal.settled();
  const next = openPage();
  next.takeOver();
  await next.journal.settled();
  expect(next.taken).toEqual([]);
  living.journal.close();
  await vi.waitFor(() => expect(next.taken).toEqual(['held text 1', 'held text 2', 'sent text 3']));
});

it('hands over the entries of a page to one of two others', async () => {
  const openPage = openBrowser();
  const gone = openPage();
  gone.journal.put(unsent(1));
  gone.journal.close();
  const heirs = [openPage(), openPage()];
  for (const heir of heirs) heir.takeOver();
  await vi.waitFor(() => expect(heirs.flatMap((heir) => heir.taken)).toEqual(['held text 1']));
  for (const heir of heirs) await heir.journal.settled();
  expect(heirs.flatMap((heir) => heir.taken)).toEqual(['held text 1']);
});

it('keeps the entries of another sub-account for it', async () => {
  const openPage = openBrowser();
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

it('settles without an entry where storage is forbidden or full', async () => {
  const openPage = openBrowser();
  const forbidden = openPage(async () => {
    throw new Error('denied');
  });
  const full = openPage(async () => ({
    ...memoryJournalStorage(),
    put: async () => {
      throw new Error('full');
    },
  }));
  for (const page of [forbidden, full]) {
    page.journal.put(unsent(1));
    page.takeOver();
    await expect(page.journal.settled()).resolves.toBeUndefined();
    expect(page.taken).toEqual([]);
  }
});
