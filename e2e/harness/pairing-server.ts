/**
 * Starts a server in this process with the conformance suite's own platform: no shipped platform pairs accounts by a
 * code, and a shipped server accepts no other connectors.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Connector } from '@parley/connectors';
import { createRichConnector, RichPlatform } from '@parley/connectors/testing';
import { startEmbeddedDatabase } from '@parley/embedded-postgres';
import { freePort } from '@parley/testing';
import { readConfig, startApp } from '../../apps/server/src/app.ts';
import { migrate } from '../../apps/server/src/base/db/migrate.ts';
import { createLog } from '../../apps/server/src/base/log.ts';
import { defaults, type ServerAt, serverAt } from './server.ts';

export type PairingServer = ServerAt & {
  /** The platform's end: phones that scan. */
  pairings: RichPlatform['pairings'];
  close(): Promise<void>;
};

/** The platform uses a name of the catalogue that has no connector yet. */
export async function startPairingServer(): Promise<PairingServer> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'parley-pairing-'));
  const config = readConfig(defaults(await freePort(), dataDir));
  const log = createLog(config.LOG_LEVEL);
  const platform = new RichPlatform();
  const connector = createRichConnector(platform);
  // Credentials of another shape never reach a connector, because its manifest parses them first.
  const connectors = [
    { ...connector, manifest: { ...connector.manifest, platform: 'whatsapp' } } as Connector,
  ];
  const database = await startEmbeddedDatabase({ dataDir, log });
  const remove = async () => {
    await database.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    await migrate(database.url, log);
    const app = await startApp({ config, databaseUrl: database.url, log, soleProcess: true, connectors });
    return {
      ...serverAt(app.url, dataDir),
      pairings: platform.pairings,
      async close() {
        await app.close();
        await remove();
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}
