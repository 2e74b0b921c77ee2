import { expect, it } from 'vitest';
import { scheduleAsBatch } from './scheduling.ts';

it.each([
  ['missing', '/nowhere/chrt'],
  ['refused before it starts', 'chrt\0'],
])('leaves a process as it is where the command is %s', async (_, file) => {
  const runAs = { command: () => ({ file, args: [] }), spawn: {} };
  await expect(scheduleAsBatch(process.pid, runAs)).resolves.toBeUndefined();
});
