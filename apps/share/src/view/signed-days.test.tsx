/** The signed days of a work order, verified and downloaded in the browser. */
import type { SnapshotFile } from '@parley/contract/work-order-shares';
import type { ShownDays } from '@parley/contract/work-order-shares/shown-days';
import { afterEach, expect, it, vi } from 'vitest';
import { textsOf } from '../lib/order-texts.ts';
import { signedDays } from './signed-days.ts';
import { signedFile } from './testing/signed-file.ts';

afterEach(() => {
  document.body.replaceChildren();
  vi.restoreAllMocks();
});

const press = (name: string) =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)?.click();
const status = () => document.querySelector('[role=status]')?.textContent;

const shownDay = { day: '2026-03-01', newFans: 1, repeatFans: 0 };

function open(file: SnapshotFile, days: ShownDays['days'] = [shownDay]) {
  const shown = { days, complete: true, openDay: '2026-03-02' };
  document.body.append(
    signedDays(textsOf('en-US'), { load: async () => ({ ok: true, data: file }), shown: () => shown }),
  );
}

it.each([
  ['reports a file that is whole as valid', undefined, 'All 1 days are valid (2026-03-01 to 2026-03-01)'],
  [
    'names the changed day and its fault',
    (content: string) => content.replace('"Shop"', '"Ship"'),
    'Day 1 (2026-03-01) is not valid: wrong hash',
  ],
])('%s', async (_, change, sentence) => {
  open(await signedFile(change));
  press('Verify');
  await vi.waitFor(() => expect(status()).toBe(sentence));
});

it.each([
  [
    'names a day for which the page shows other figures',
    [{ ...shownDay, newFans: 77 }],
    'The page shows other figures for 2026-03-01 than were signed',
  ],
  ['names a signed day that the page lacks', [], '2026-03-01 was signed, but the page doesn’t show it'],
])('%s', async (_, days, sentence) => {
  open(await signedFile(), days);
  press('Verify');
  await vi.waitFor(() => expect(status()).toBe(sentence));
  expect(document.querySelector('[role=status]')?.className).toBe('bad');
});

it('names a fault of the file rather than the figures beside it', async () => {
  open(await signedFile((content) => content.replace('"newFans":1', '"newFans":9')));
  press('Verify');
  await vi.waitFor(() => expect(status()).toContain('Day 1 (2026-03-01) is not valid'));
});

it('downloads the file as the server sent it', async () => {
  const file = await signedFile();
  const saved: Blob[] = [];
  // The simulated page would navigate to the file, which would leave later tests without a URL.
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    if (blob instanceof Blob) saved.push(blob);
    return 'blob:file';
  });
  open(file);
  press('Download file');
  await vi.waitFor(() => expect(click).toHaveBeenCalledTimes(1));
  await vi.waitFor(() => expect(saved).toHaveLength(1));
  expect(JSON.parse((await saved[0]?.text()) ?? '')).toEqual(file);
});
