/** Kills processes in the middle of an import on which two of them work at once. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ImportHarness, startImportHarness } from './testing/import-harness.ts';
import { processHistory } from './testing/process-history.ts';

const program = fileURLToPath(new URL('./testing/import-process.ts', import.meta.url));
let imports: ImportHarness;
const running = new Set<ChildProcess>();
beforeAll(async () => {
  imports = await startImportHarness();
});
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL');
  await imports.close();
});

/** Starts a process that is killed while it stores the last of this many pages. Returns whether it was killed. */
async function work(account: object, importId: string, pages: number): Promise<boolean> {
  const child = spawn(process.execPath, [program, imports.url, JSON.stringify(account), importId], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running.add(child);
  let left = pages;
  createInterface({ input: child.stdout }).on('line', () => {
    left -= 1;
    // Storing a page takes some ms.
    if (left === 0) setTimeout(() => child.kill('SIGKILL'), pages % 5);
  });
  await once(child, 'exit');
  running.delete(child);
  return child.signalCode === 'SIGKILL';
}

it('neither loses nor duplicates a message in processes that are killed', async () => {
  const own = await imports.open();
  const id = await own.begin();
  const all = processHistory.pages * processHistory.messages;
  const untilTheEnd = async (first: number) => {
    for (let pages = first; await work(own.account, id, pages); pages += 9);
  };
  await Promise.all([untilTheEnd(3), untilTheEnd(4)]);
  expect(await own.state(id)).toMatchObject({
    state: 'done',
    pages: processHistory.pages,
    messages: all,
    read: all,
    fans: 1,
    skipped: 0,
  });
  const stored = await own.messages();
  expect(stored.map(({ seq }) => seq)).toEqual(Array.from({ length: all }, (_, n) => n + 1 - all));
  expect(stored.map(({ original }) => original)).toEqual(
    Array.from({ length: all }, (_, n) => `Hola ${all - 1 - n}`),
  );
});
