import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findPostgres } from './binaries.ts';
import { claimDatabase, type DatabaseClaim, pickFreePort, reclaimDatabase } from './claim.ts';
import { openCluster } from './cluster.ts';
import { EmbeddedDatabaseError } from './errors.ts';
import { postgresSettings } from './settings.ts';
import { stopLeftover } from './testing/harness.ts';

let dataDir = '';
let claim: DatabaseClaim;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'parley-claim-'));
  await chmod(dataDir, 0o755);
  claim = {
    cluster: await openCluster(dataDir, await findPostgres(), false),
    log: pino({ level: 'silent' }),
    settings: postgresSettings,
    pickPort: pickFreePort,
    lockWaitMs: 1_000,
  };
});

afterEach(async () => {
  await stopLeftover(dataDir);
  await rm(dataDir, { recursive: true, force: true });
});

it('moves a database that runs on another port to the one that the server already handed out', async () => {
  const elsewhere = await claimDatabase(claim);
  await elsewhere.lock.client.end();
  const port = await pickFreePort();
  const owned = await reclaimDatabase(claim, port);
  expect(owned.postmaster.port).toBe(port);
  expect(owned.postmaster.pid).not.toBe(elsewhere.postmaster.pid);
  const { rows } = await owned.lock.client.query('show port');
  expect(rows).toEqual([{ port: String(port) }]);
  await owned.lock.client.end();
});

it('reports that the database rejects the stored password', async () => {
  const owned = await claimDatabase(claim);
  await owned.lock.client.end();
  const stranger = { ...claim, cluster: { ...claim.cluster, password: 'another' } };
  const refusal = claimDatabase(stranger);
  await expect(refusal).rejects.toThrow(EmbeddedDatabaseError);
  await expect(refusal).rejects.toThrow('does not take the password kept beside it in postgres.password');
});

it('picks ports outside the ephemeral range', async () => {
  for (let i = 0; i < 20; i += 1) {
    const port = await pickFreePort();
    expect(port).toBeGreaterThanOrEqual(20_000);
    expect(port).toBeLessThan(32_000);
  }
});
