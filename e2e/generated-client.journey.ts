/** The API description is sufficient: a client generated from it logs in, reads data and understands a refusal. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import openapiTS, { astToString } from 'openapi-typescript';
import { expect, test } from 'vitest';
import { password } from './harness/people.ts';
import { setStage } from './harness/stage.ts';

const stage = setStage();
const run = promisify(execFile);
const here = import.meta.dirname;

/** A program as written by someone who has only the API description. */
const program = `
import createClient from 'openapi-fetch';
import type { paths } from './api.ts';

const [baseUrl, username, password] = process.argv.slice(2) as [string, string, string];
const client = createClient<paths>({ baseUrl });
const { data: entered } = await client.POST('/api/user/login', { body: { username, password } });
if (entered === undefined) throw new Error('the log-in was refused');
const authorization = 'Bearer ' + entered.data.accessToken;
const { data: accounts } = await client.GET('/api/user/subAccount/page', {
  headers: { authorization },
  params: { query: { pageNo: 1, pageSize: 10 } },
});
const { error: refused } = await client.GET('/api/user/subAccount/page', { params: { query: {} } });
const names: string[] = accounts?.data.list.map(({ accountName }) => accountName) ?? [];
const code: string | undefined = refused?.data.error;
console.log(JSON.stringify({ names, code }));
`;

test('a program written against the generated types compiles, logs in and reads', async () => {
  const { owner, agent } = await stage().workplace();
  const { url } = stage().server;
  // Inside this package, so that the library can be resolved.
  const folder = await mkdtemp(path.join(here, 'generated-client-'));
  try {
    const types = await openapiTS(new URL('/api/openapi.json', url));
    await writeFile(path.join(folder, 'api.ts'), astToString(types));
    await writeFile(path.join(folder, 'program.ts'), program);
    const tsc = createRequire(import.meta.url)
      .resolve('typescript-7/package.json')
      .replace('package.json', 'bin/tsc');
    const options = ['--noEmit', '--strict', '--skipLibCheck', '--target', 'esnext', '--module', 'nodenext'];
    const compiled = await run(
      process.execPath,
      [tsc, ...options, '--allowImportingTsExtensions', '--types', 'node', path.join(folder, 'program.ts')],
      { cwd: here },
    ).catch(({ stdout }: { stdout: string }) => ({ stdout }));
    expect(compiled.stdout).toBe('');
    const { stdout } = await run(process.execPath, [
      path.join(folder, 'program.ts'),
      url,
      owner.email,
      password,
    ]);
    const { names, code } = JSON.parse(stdout);
    expect(names).toContain(agent.accountName);
    expect(code).toBe('auth.required');
  } finally {
    await rm(folder, { recursive: true });
  }
});
