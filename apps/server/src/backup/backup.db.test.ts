import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import * as conversationsApi from '@parley/contract/conversations';
import { proxies } from '@parley/contract/examples';
import * as identityApi from '@parley/contract/identity';
import * as proxiesApi from '@parley/contract/proxies';
import * as subAccountsApi from '@parley/contract/sub-accounts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import yazl from 'yazl';
import { readConfig } from '../app.ts';
import { testDatabase } from '../base/db/testing/test-database.ts';
import { createLog } from '../base/log.ts';
import { proveFigures } from '../commands.ts';
import { startServer } from '../server.ts';
import { png } from '../testing/small-files.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { createUploads } from '../testing/test-uploads.ts';
import { createWorld, type TestWorld } from '../testing/world.ts';
import { openArchive } from './archive.ts';
import { makeBackup } from './backup.ts';
import { connectForBackup } from './database.ts';
import { assertNotInUse, readSecret, restoreData, undoRestore } from './restore.ts';
import { assertNoUnfinishedRestoreAt, replaceData, UnfinishedRestore } from './unfinished-restore.ts';

const log = createLog('silent');
let folder: string;
let app: TestApp;
let world: TestWorld;
let file: string;
let avatarId: string;
/** Codes from the time of the backup, still unused. */
let codes: { quick: string; reset: string };
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-backup-'));
  app = await startTestApp({ config: { DATA_DIR: join(folder, 'old') } });
  world = await createWorld(app);
  avatarId = await createUploads(() => app).upload(world.owner.token);
  const { code: quick } = await app.call(identityApi.createQuickLogInCode, {}, world.owner.token);
  const { email } = world.owner;
  await app.call(identityApi.requestVerificationCode, { body: { email, purpose: 'forgot-password' } });
  codes = { quick, reset: await app.mailedCode(email) };
  // A month that the migrations of the restored database don't create.
  await app.app.database.db.execute(sql`
    select audit_make_partitions(month, 1), split_visits_make_partitions(month, 1), split_visitors_make_partitions(month, 1)
    from (select (now() - interval '6 months')::date as month) m`);
  await app.app.database.db.execute(sql`
    insert into split_visitors values (gen_random_uuid(), gen_random_uuid(), now() - interval '6 months', '\\x01', now(), now(), 3,
      null, '203.0.113.0', null, null, 'mobile', 'iOS', 'WhatsApp')`);
  file = join(folder, 'whole.backup');
  // Runs while the server is up.
  await makeBackup({ config: app.config, databaseUrl: app.databaseUrl, path: file, withSecret: true });
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

it('restores messages, accounts, ledger, audit log and secrets', async () => {
  const target = await testDatabase();
  const archive = await openArchive(file);
  const dataDir = join(folder, 'new');
  await (await readSecret(archive, { dataDir, given: undefined, replace: false }))();
  expect(await readFile(join(dataDir, 'app-secret'), 'utf8')).toBe(app.config.secrets[0]);
  const restoring = { config: { ...app.config, dataDir }, databaseUrl: target.url, log };
  await expect(restoreData(archive, { ...restoring, replace: false })).rejects.toThrow('not empty');
  await restoreData(archive, { ...restoring, replace: true });
  archive.close();
  const second = await startTestApp({ databaseUrl: target.url, config: { DATA_DIR: dataDir } });
  try {
    const [owner, agent] = await logInAnew(second);
    const { list } = await second.call(conversationsApi.deskConversations, { query: {} }, agent);
    expect(list[0]?.id).toBe(world.ids.conversationId);
    expect(await textsIn(second, agent)).toEqual(await textsIn(app, world.agent.token));
    expect(await textsIn(second, agent)).not.toEqual([]);
    const picture = await createUploads(() => second).get(avatarId, owner);
    expect(Buffer.from(await picture.arrayBuffer())).toEqual(png);
    expect(await proveFigures(second.app.database)).toMatchObject({ faults: [], miscounts: [] });
    // The test of a proxy fails if its password can't be decrypted.
    const body = { proxyId: world.live.get(proxies.proxyId) ?? '' };
    const tested = await second.call(proxiesApi.testProxy, { body }, owner);
    expect(JSON.stringify(tested)).not.toContain('password-lost');
    await expectAppendOnly(second);
    expect(await visitorsIn(second)).toEqual([{ address: '203.0.113.0', clicks: 3 }]);
    await expectLoggedOut(second);
  } finally {
    await second.close();
    await target.drop();
  }
});

/** Logs the owner and the agent in with their passwords, and returns their tokens. */
async function logInAnew(at: TestApp): Promise<[owner: string, agent: string]> {
  const { owner, agent } = world;
  const ownerTokens = await at.call(identityApi.logIn, {
    body: { username: owner.email, password: owner.password },
  });
  const agentTokens = await at.call(identityApi.deskLogIn, {
    body: { username: agent.accountName, password: agent.password },
  });
  return [ownerTokens.accessToken, agentTokens.accessToken];
}

/** Returns the visitors of split links in past months. */
async function visitorsIn(at: TestApp) {
  const { rows } = await at.app.database.db.execute(
    sql`select address, visits as clicks from split_visitors where day < now() - interval '5 months'`,
  );
  return rows;
}

async function expectAppendOnly(at: TestApp): Promise<void> {
  const run = (statement: string) => at.app.database.db.execute(sql.raw(statement));
  const { rows } = await at.app.database.db.execute<{ name: string }>(
    sql`select inhrelid::regclass::text as name from pg_inherits where inhparent = 'audit_entries'::regclass`,
  );
  expect(rows).toHaveLength(5);
  await expect(run('delete from audit_entries')).rejects.toThrow();
  for (const name of ['audit_entries', ...rows.map((row) => row.name)])
    await expect(run(`truncate ${name}`), name).rejects.toThrow();
}

/** Sessions and codes that were open at the backup must be invalid: they may have been ended or used since. */
async function expectLoggedOut(at: TestApp): Promise<void> {
  const { owner, agent } = world;
  expect((await at.send(identityApi.getProfile, {}, owner.token)).status).toBe(401);
  expect((await at.send(subAccountsApi.deskSelf, {}, agent.token)).status).toBe(401);
  const { refreshToken } = owner;
  expect((await at.send(identityApi.refreshToken, { query: { refreshToken } })).status).toBe(401);
  const { quick, reset } = codes;
  expect((await at.send(identityApi.quickLogIn, { body: { code: quick } })).status).toBe(400);
  const body = { email: owner.email, code: reset, password: 'Another34', confirm: 'Another34' };
  expect((await at.send(identityApi.forgotPassword, { body })).body.data).toMatchObject({
    error: 'identity.wrong-code',
  });
}

/** Returns the texts of the fixture's conversation, as its agent reads them. */
async function textsIn(at: TestApp, token: string) {
  const params = { conversationId: world.ids.conversationId ?? '' };
  const { messages } = await at.call(conversationsApi.deskMessages, { params, query: {} }, token);
  return messages.map(({ original, translation, seq }) => ({ original, translation, seq }));
}

describe('restoring', () => {
  it('refuses to restore while anything else is connected to the database', async () => {
    await expect(assertNotInUse(app.databaseUrl)).rejects.toThrow('in use');
    const target = await testDatabase();
    await assertNotInUse(target.url);
    await target.drop();
  });

  it('a backup of another version leaves the database as it is', async () => {
    const target = await testDatabase();
    const archive = await openArchive(file);
    const other = { ...archive, manifest: { ...archive.manifest, migrations: [] } };
    const restoring = { config: app.config, databaseUrl: target.url, replace: true, log };
    const client = await connectForBackup(target.url);
    try {
      await client.query(`insert into workspaces (id) values ('${world.ids.conversationId}')`);
      await expect(restoreData(other, restoring)).rejects.toThrow('another version');
      expect((await client.query('select 1 from workspaces')).rowCount).toBe(1);
    } finally {
      archive.close();
      await client.end();
      await target.drop();
    }
  });
});

describe('a restore that fails while it replaces data', () => {
  it('leaves the former data, also those of one that was killed before', async () => {
    const target = await testDatabase();
    const archive = await openArchive(file);
    const restoring = { config: app.config, databaseUrl: target.url, replace: true, log };
    const client = await connectForBackup(target.url);
    const former = async () =>
      (await client.query('select from workspaces where time_zone = $1', ['Etc/GMT+9'])).rowCount;
    let entries = 0;
    const broken: typeof archive = {
      ...archive,
      read: (entry) => {
        entries += 1;
        if (entries > 20) throw new Error('the file ends here');
        return archive.read(entry);
      },
    };
    try {
      await client.query(
        `insert into workspaces (id, time_zone) values ('${world.ids.conversationId}', 'Etc/GMT+9')`,
      );
      await expect(restoreData(broken, restoring)).rejects.toThrow('the file ends here');
      expect(await former()).toBe(1);
      await replaceData(client);
      entries = 0;
      await expect(restoreData(broken, restoring)).rejects.toThrow('the file ends here');
      expect(await former()).toBe(1);
      await restoreData(archive, restoring);
      expect(await former()).toBe(0);
      const { rowCount } = await client.query(`select from pg_namespace where nspname like 'replaced%'`);
      expect(rowCount).toBe(0);
    } finally {
      archive.close();
      await client.end();
      await target.drop();
    }
  });
});

describe('a restore that was killed', () => {
  const interrupted = async () => {
    const target = await testDatabase();
    const client = await connectForBackup(target.url);
    await client.query(`insert into workspaces (id) values ('${world.ids.conversationId}')`);
    await replaceData(client);
    return {
      url: target.url,
      client,
      close: async () => {
        await client.end();
        await target.drop();
      },
    };
  };

  it('keeps servers and backups from its database, until the former data are put back', async () => {
    const { url, client, close } = await interrupted();
    try {
      const config = readConfig({ DATABASE_URL: url, DATA_DIR: join(folder, 'refused'), PORT: '0' });
      await expect(startServer(config, log, () => undefined)).rejects.toThrow(UnfinishedRestore);
      const backup = { config: app.config, databaseUrl: url, path: join(folder, 'none.backup') };
      await expect(makeBackup({ ...backup, withSecret: true })).rejects.toThrow(UnfinishedRestore);
      await undoRestore(url);
      await assertNoUnfinishedRestoreAt(url);
      expect((await client.query('select from workspaces')).rowCount).toBe(1);
      await expect(undoRestore(url)).rejects.toThrow('no former data');
    } finally {
      await close();
    }
  });

  it('keeps servers from data whose secret is missing, until it is repeated', async () => {
    const { url, close } = await interrupted();
    const archive = await openArchive(file);
    const restoring = { config: app.config, databaseUrl: url, replace: true, log };
    const writeSecret = async () => {
      throw new Error('killed');
    };
    try {
      await expect(restoreData(archive, { ...restoring, writeSecret })).rejects.toThrow('killed');
      await expect(assertNoUnfinishedRestoreAt(url)).rejects.toThrow(UnfinishedRestore);
      await expect(undoRestore(url)).rejects.toThrow('repeat it');
      await restoreData(archive, restoring);
      await assertNoUnfinishedRestoreAt(url);
    } finally {
      archive.close();
      await close();
    }
  });

  it('reports why it failed, even if its connection was lost as well', async () => {
    const { url, client, close } = await interrupted();
    const archive = await openArchive(file);
    const broken: typeof archive = {
      ...archive,
      async read() {
        await client.query(
          'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
        );
        throw new Error('the file ends here');
      },
    };
    const restoring = { config: app.config, databaseUrl: url, replace: true, log };
    try {
      await expect(restoreData(broken, restoring)).rejects.toThrow('the file ends here');
      await undoRestore(url);
      expect((await client.query('select from workspaces')).rowCount).toBe(1);
    } finally {
      archive.close();
      await close();
    }
  });
});

/** Writes a copy of the backup with another manifest. Returns its path. */
async function withManifest(change: object): Promise<string> {
  const archive = await openArchive(file);
  const zip = new yazl.ZipFile();
  for (const name of Object.keys(archive.manifest.checksums))
    zip.addBuffer(await buffer(await archive.read(name)), name);
  zip.addBuffer(Buffer.from(JSON.stringify({ ...archive.manifest, ...change })), 'manifest.json');
  zip.end();
  archive.close();
  const path = join(folder, 'changed.backup');
  await writeFile(path, await buffer(zip.outputStream));
  return path;
}

describe('a backup file', () => {
  it('a backup file with contents that have no checksum is refused', async () => {
    await (await openArchive(await withManifest({}))).close();
    await expect(openArchive(await withManifest({ checksums: {} }))).rejects.toThrow('no whole backup');
  });

  it('a backup file with another secret than that of its data is refused', async () => {
    const archive = await openArchive(await withManifest({ secretFingerprint: '0123456789abcdef' }));
    const secret = { dataDir: join(folder, 'mismatch'), given: undefined, replace: false };
    await expect(readSecret(archive, secret)).rejects.toThrow('not the one');
    archive.close();
  });

  it('a backup file is readable for its owner only, and replaces no file', async () => {
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const again = makeBackup({
      config: app.config,
      databaseUrl: app.databaseUrl,
      path: file,
      withSecret: true,
    });
    await expect(again).rejects.toThrow('is there already');
  });

  it('a backup file is refused when it is cut off or altered', async () => {
    const bytes = await readFile(file);
    const other = join(folder, 'damaged.backup');
    // Wide enough to include content or a header's signature: the zip format repeats or ignores some bytes in between.
    const altered = Buffer.from(bytes);
    const middle = Math.floor(bytes.length / 2);
    altered.fill(0, middle, middle + 512);
    for (const damaged of [bytes.subarray(0, bytes.length - 10), bytes.subarray(0, 100), altered]) {
      await writeFile(other, damaged);
      await expect(openArchive(other)).rejects.toThrow('no whole backup');
    }
  });

  it('a backup file of a database that can’t be read leaves nothing behind', async () => {
    const path = join(folder, 'failed.backup');
    const url = new URL(app.databaseUrl);
    url.pathname = 'nothing';
    const failing = makeBackup({ config: app.config, databaseUrl: url.href, path, withSecret: true });
    await expect(failing).rejects.toThrow();
    await expect(stat(path)).rejects.toThrow();
    await expect(stat(`${path}.partial`)).rejects.toThrow();
  });

  it('restores all secrets of an installation that has changed its own', async () => {
    const path = join(folder, 'rotated.backup');
    const older = 'the secret that was the only one a year ago';
    const config = { ...app.config, secrets: [app.config.secrets[0], older] as const };
    await makeBackup({ config, databaseUrl: app.databaseUrl, path, withSecret: true });
    const archive = await openArchive(path);
    const dataDir = join(folder, 'rotated');
    await (await readSecret(archive, { dataDir, given: undefined, replace: false }))();
    archive.close();
    expect(readConfig({ DATA_DIR: dataDir }).secrets).toEqual(config.secrets);
  });

  it('asks for a missing secret', async () => {
    const path = join(folder, 'bare.backup');
    await makeBackup({ config: app.config, databaseUrl: app.databaseUrl, path, withSecret: false });
    const archive = await openArchive(path);
    const dataDir = join(folder, 'bare');
    const restore = (given: string | undefined) => readSecret(archive, { dataDir, given, replace: false });
    await expect(restore(undefined)).rejects.toThrow('without the secret');
    await expect(restore('another secret that is long enough to be taken')).rejects.toThrow('not the one');
    await restore(app.config.secrets[0]);
    archive.close();
  });
});
