/** Runs both commands as an operator does: on embedded databases, from one folder to a fresh one. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import * as identityApi from '@parley/contract/identity';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig } from '../app.ts';
import { createLog } from '../base/log.ts';
import { type Server, startServer } from '../server.ts';
import { inheritedVariables } from '../testing/inherited-variables.ts';
import { createTestClient } from '../testing/test-client.ts';
import { createTestPeople, operatorLogIn } from '../testing/test-people.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-commands-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const variables = {
  HOST: '127.0.0.1',
  PORT: '0',
  APERTIUM_LOCAL: 'off',
  RATE_LIMIT_FACTOR: '1000',
  OPERATOR_EMAIL: operatorLogIn.email,
  OPERATOR_PASSWORD: operatorLogIn.password,
};

function command(name: string, dataDir: string, ...words: string[]) {
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL(`../${name}.ts`, import.meta.url)), ...words],
    {
      env: {
        ...inheritedVariables(),
        ...variables,
        DATA_DIR: join(folder, dataDir),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const ended = once(child, 'exit').then(([code]) => code);
  return { child, ended };
}

/** Runs a command to its end and returns its output. */
async function run(name: string, dataDir: string, ...words: string[]) {
  const { child, ended } = command(name, dataDir, ...words);
  const [out, error, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, said: `${out}${error}` };
}

/** Starts a server with its own database in this process: only the commands are under test. */
async function serve(dataDir: string): Promise<Server> {
  const config = readConfig({ ...variables, DATA_DIR: join(folder, dataDir), LOG_LEVEL: 'silent' });
  return startServer(config, createLog('silent'), () => undefined);
}

it('backs up a running server, and restores it into a fresh folder only', async () => {
  const file = join(folder, 'whole.backup');
  const old = await serve('old');
  let owner: Awaited<ReturnType<ReturnType<typeof createTestPeople>['registerOwner']>>;
  try {
    owner = await createTestPeople(createTestClient(old.url)).registerOwner();
    expect(await run('backup', 'old', file)).toMatchObject({ code: 0 });
  } finally {
    await old.close();
  }
  expect(await run('restore', 'new', file)).toMatchObject({
    code: 0,
    said: expect.stringContaining('rows and 0 files are back'),
  });
  expect(await run('restore', 'new', file)).toMatchObject({
    code: 1,
    said: expect.stringContaining('is not empty'),
  });
  expect(await run('restore', 'new', '--undo')).toMatchObject({
    code: 1,
    said: expect.stringContaining('no former data'),
  });
  const restored = await serve('new');
  try {
    const { call } = createTestClient(restored.url);
    const body = { username: owner.email, password: owner.password };
    expect(await call(identityApi.logIn, { body })).toMatchObject({ accessToken: expect.any(String) });
  } finally {
    await restored.close();
  }
});
