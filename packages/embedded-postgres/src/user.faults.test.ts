import { spawnSync } from 'node:child_process';
import { chmod, chown, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  databasePid,
  type Holder,
  holderFile,
  query,
  startHolder,
  stopLeftover,
  urlOf,
  userIds,
} from './testing/harness.ts';
import { chownFolder } from './user.ts';

// Debian's `daemon`: initdb requires a user with a name.
const plainUser = 1;
const isRoot = process.getuid?.() === 0;
let root = '';

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'parley-user-'));
  await chmod(root, 0o755);
});

afterEach(async () => {
  await stopLeftover(join(root, 'data'));
  await rm(root, { recursive: true, force: true });
});

async function uidOfDatabase(): Promise<number> {
  const pid = await databasePid(join(root, 'data'));
  const ids = pid === null ? [] : await userIds(pid);
  expect(new Set(ids).size).toBe(1);
  return Number(ids[0]);
}

async function expectWorking(holder: Holder): Promise<void> {
  expect(await query(urlOf(holder), 'select 1 as one')).toEqual([{ one: 1 }]);
}

describe('the user of the embedded database', () => {
  it('the embedded database’s user is the server’s where that is not root', async () => {
    if (isRoot) await chown(root, plainUser, plainUser);
    const holder = await startHolder(join(root, 'data'), isRoot ? { uid: plainUser } : {});
    await expectWorking(holder);
    expect(await uidOfDatabase()).toBe(isRoot ? plainUser : process.getuid?.());
    await holder.end('SIGTERM');
  });
});

describe.runIf(isRoot)('a server that runs as root', () => {
  it('runs the database as another user and keeps the password to itself', async () => {
    const holder = await startHolder(join(root, 'data'));
    await expectWorking(holder);
    expect(await uidOfDatabase()).toBeGreaterThan(0);
    expect((await stat(join(root, 'data', 'postgres.password'))).uid).toBe(0);
    await holder.end('SIGTERM');
  });

  it('works below a directory that only root may enter', async () => {
    await chmod(root, 0o700);
    const first = await startHolder(join(root, 'data'));
    await expectWorking(first);
    expect(await uidOfDatabase()).toBeGreaterThan(0);
    await first.end('SIGKILL');
    const second = await startHolder(join(root, 'data'));
    await expectWorking(second);
    await second.end('SIGTERM');
    expect(await databasePid(join(root, 'data'))).toBeNull();
  });

  it('runs the data of a plain user as that user, who can continue with it afterwards', async () => {
    await chown(root, plainUser, plainUser);
    for (const options of [{ uid: plainUser }, {}, { uid: plainUser }]) {
      const holder = await startHolder(join(root, 'data'), options);
      await expectWorking(holder);
      expect(await uidOfDatabase()).toBe(plainUser);
      await holder.end('SIGTERM');
    }
  });

  it('takes over data that root has restored, and shows a plain user who owns it', async () => {
    const first = await startHolder(join(root, 'data'));
    await first.end('SIGTERM');
    await chownFolder(join(root, 'data'), { uid: 0, gid: 0 });
    const second = await startHolder(join(root, 'data'));
    await expectWorking(second);
    expect(await uidOfDatabase()).toBeGreaterThan(0);
    await second.end('SIGTERM');
    await chown(join(root, 'data'), plainUser, plainUser);
    const third = await startHolder(join(root, 'data'), { uid: plainUser });
    expect(third.answer).toEqual({
      refused: expect.stringContaining(
        `belongs to another user than the one that runs this server (${plainUser})`,
      ),
    });
  });

  it.each(['setpcap', 'dac_override'])(
    'explains what to do when a private directory can’t be bypassed (no %s)',
    async (capability) => {
      await chmod(root, 0o700);
      // As in a container without root's capabilities.
      const stripped = spawnSync(
        '/usr/bin/setpriv',
        [`--bounding-set=-${capability}`, '--', process.execPath, holderFile, join(root, 'data')],
        { encoding: 'utf8', cwd: '/' },
      );
      expect(stripped.stdout).toContain(
        'Move the installation and DATA_DIR out of private directories such as /root',
      );
    },
  );

  it('reports initdb’s error for a user without a name', async () => {
    await chown(root, 54_321, 54_321);
    const holder = await startHolder(join(root, 'data'), { uid: 54_321 });
    expect(holder.answer).toEqual({ refused: expect.stringContaining('user ID 54321: user does not exist') });
  });
});
