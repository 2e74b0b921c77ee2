import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  type SharesHarness,
  startSharesHarness,
} from './modules/work-order-shares/testing/work-order-shares-harness.ts';
import { inheritedVariables } from './testing/inherited-variables.ts';

const program = fileURLToPath(new URL('replace-signing-key.ts', import.meta.url));

let harness: SharesHarness;
let dataDir: string;
beforeEach(async () => {
  harness = await startSharesHarness();
  dataDir = await mkdtemp(join(tmpdir(), 'parley-signing-key-'));
});
afterEach(async () => {
  await harness.close();
  await rm(dataDir, { recursive: true, force: true });
});

function run(): Promise<{ code: number; out: string; said: string }> {
  const env = {
    ...inheritedVariables(),
    DATABASE_URL: harness.databaseUrl,
    DATA_DIR: dataDir,
    APP_SECRET: harness.secret,
  };
  return new Promise((ended) => {
    execFile(process.execPath, [program], { env }, (error, out, said) =>
      ended({ code: typeof error?.code === 'number' ? error.code : 0, out, said }),
    );
  });
}

it('replaces the key beside a connected server, and prints both ids', async () => {
  const old = await harness.signingKeyId();
  const answer = await run();
  const present = await harness.signingKeyId();
  expect(answer).toEqual({ code: 0, out: `Old key: ${old}, new key: ${present}\n`, said: '' });
  expect(present).not.toBe(old);
});
