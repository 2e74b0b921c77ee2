/**
 * Makes a backup alongside the running server: one snapshot of the database, the files that it refers to, and the
 * secret.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { Config } from '../app.ts';
import type { FileStore } from '../base/files/file-store.ts';
import { fileKeyOf, openFileStore } from '../commands.ts';
import { type ArchiveWriter, BackupError, type BackupManifest, createArchive } from './archive.ts';
import { beginSnapshot, connectForBackup, writeTables } from './database.ts';

export type BackupOptions = {
  config: Config;
  databaseUrl: string;
  path: string;
  withSecret: boolean;
};

export type BackupResult = {
  bytes: number;
  rows: number;
  tables: number;
  files: number;
  missingFiles: string[];
};

/** Throws `BackupError`. A failed or interrupted backup leaves no file at `path`. */
export async function makeBackup({
  config,
  databaseUrl,
  path,
  withSecret,
}: BackupOptions): Promise<BackupResult> {
  if (existsSync(path)) throw new BackupError(`${path} is there already; a backup replaces no file.`);
  const archive = await createArchive(path);
  try {
    const client = await connectForBackup(databaseUrl);
    try {
      await beginSnapshot(client);
      const snapshot = await writeTables(client, archive, fileKeyOf);
      // After the database: files that the snapshot refers to are stored by then. Those removed since are left out.
      const { files, missingFiles } = await writeFiles(archive, openFileStore(config), snapshot.files);
      if (withSecret) await archive.add('app-secret', Readable.from([Buffer.from(config.secrets.join(','))]));
      await archive.finish({
        ...snapshot,
        files,
        format: 1,
        createdAt: new Date().toISOString(),
        secretFingerprint: fingerprintOf(config.secrets[0]),
        secretIncluded: withSecret,
      });
      const rows = snapshot.tables.reduce((sum, table) => sum + table.rows, 0);
      const { size: bytes } = await stat(path);
      return { bytes, rows, tables: snapshot.tables.length, files: files.length, missingFiles };
    } finally {
      await client.end();
    }
  } catch (error) {
    await archive.abandon();
    throw error;
  }
}

/** Returns an id of a secret of at least 32 random characters, from which it can't be computed. */
export const fingerprintOf = (secret: string) =>
  createHash('sha256').update(`parley backup ${secret}`).digest('hex').slice(0, 16);

const largestFile = 1024 * 1024 * 1024;

async function writeFiles(archive: ArchiveWriter, store: FileStore, named: BackupManifest['files']) {
  const files: BackupManifest['files'] = [];
  const missingFiles: string[] = [];
  for (const file of named) {
    const bytes = await store.read(file.key, largestFile);
    if (!(bytes instanceof Uint8Array)) {
      missingFiles.push(file.key);
      continue;
    }
    await archive.add(file.key, Readable.from([bytes]));
    files.push(file);
  }
  return { files, missingFiles };
}
