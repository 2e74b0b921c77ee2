/** A backup is one zip file; the manifest is its last entry and has the checksums of all others. */
import { createHash, type Hash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { link, open, rm } from 'node:fs/promises';
import { type Readable, Transform } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import yauzl from 'yauzl';
import yazl from 'yazl';
import { z } from 'zod';

/** Explains why a backup can't be made or used, in a sentence for the user of the command. */
export class BackupError extends Error {
  override name = 'BackupError';
}

const table = z.object({ schema: z.string(), name: z.string(), columns: z.array(z.string()), rows: z.int() });
export type BackedUpTable = z.output<typeof table>;

const manifestSchema = z.object({
  format: z.literal(1),
  createdAt: z.string(),
  migrations: z.array(z.object({ name: z.string(), hash: z.string() })),
  /** The version of the job queue's own schema. */
  queueMigrations: z.array(z.int()),
  partitions: z.array(z.object({ parent: z.string(), name: z.string() })),
  sequences: z.array(
    z.object({ schema: z.string(), name: z.string(), lastValue: z.string(), isCalled: z.boolean() }),
  ),
  tables: z.array(table),
  files: z.array(z.object({ id: z.string(), key: z.string(), contentType: z.string() })),
  /** Identifies the secret without revealing it. */
  secretFingerprint: z.string(),
  secretIncluded: z.boolean(),
  checksums: z.record(z.string(), z.string()),
});
export type BackupManifest = z.output<typeof manifestSchema>;

export type ArchiveWriter = {
  /** Resolves once the stream is written. */
  add(name: string, content: Readable): Promise<void>;
  finish(manifest: Omit<BackupManifest, 'checksums'>): Promise<void>;
  abandon(): Promise<void>;
};

/** Writes to a draft, readable by its owner only; `finish` renames it, unless a file with the name exists. */
export async function createArchive(path: string): Promise<ArchiveWriter> {
  const draft = `${path}.partial`;
  const file = await open(draft, 'wx', 0o600).catch((error: unknown) => {
    const there = error instanceof Error && 'code' in error && error.code === 'EEXIST';
    throw there
      ? new BackupError(`${draft} is there: another backup writes it, or was interrupted. Remove it.`)
      : error;
  });
  await file.close();
  const zip = new yazl.ZipFile();
  const output = createWriteStream(draft, { flags: 'r+', mode: 0o600, flush: true });
  // yazl's types name only the interface; the object is a PassThrough.
  const written = pipeline(zip.outputStream as Readable, output);
  written.catch(() => undefined);
  const checksums: Record<string, string> = {};
  return {
    async add(name, content) {
      const hash = createHash('sha256');
      const hashed = hashing(hash);
      const done = Promise.race([once(hashed, 'end'), written.then(() => undefined)]);
      zip.addReadStream(hashed, name);
      await Promise.all([pipeline(content, hashed), done]);
      checksums[name] = hash.digest('hex');
    },
    async finish(manifest) {
      zip.addBuffer(Buffer.from(JSON.stringify({ ...manifest, checksums })), 'manifest.json');
      zip.end();
      await written;
      // Unlike a rename, this never replaces a file.
      await link(draft, path);
      await rm(draft);
    },
    async abandon() {
      output.destroy();
      await finished(output).catch(() => undefined);
      await rm(draft, { force: true });
    },
  };
}

function hashing(hash: Hash): Transform {
  return new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
}

export type ArchiveReader = {
  manifest: BackupManifest;
  read(name: string): Promise<Readable>;
  close(): void;
};

const largestManifest = 512 * 1024 * 1024;

/** Opens a backup and verifies every checksum. Throws `BackupError` for a truncated or altered file. */
export async function openArchive(path: string): Promise<ArchiveReader> {
  const damaged = (error: unknown) =>
    new BackupError(`${path} is no whole backup: it is cut off, altered, or something else.`, {
      cause: error,
    });
  const zip = await yauzl.openPromise(path, { autoClose: false }).catch((error: unknown) => {
    const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    throw missing ? new BackupError(`There is no file ${path}.`) : damaged(error);
  });
  try {
    const entries = new Map<string, yauzl.Entry>();
    for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
    const read = async (name: string) => {
      const entry = entries.get(name);
      if (entry === undefined) throw new Error(`${name} is missing`);
      return zip.openReadStreamPromise(entry);
    };
    const manifest = await readManifest(entries.get('manifest.json'), read);
    for (const name of entries.keys())
      if (name !== 'manifest.json' && !Object.hasOwn(manifest.checksums, name))
        throw new Error(`${name} has no checksum`);
    for (const [name, expected] of Object.entries(manifest.checksums)) {
      const hash = createHash('sha256');
      for await (const chunk of await read(name)) hash.update(chunk);
      if (hash.digest('hex') !== expected) throw new Error(`${name} has another checksum`);
    }
    return { manifest, read, close: () => zip.close() };
  } catch (error) {
    zip.close();
    throw damaged(error);
  }
}

async function readManifest(
  entry: yauzl.Entry | undefined,
  read: (name: string) => Promise<Readable>,
): Promise<BackupManifest> {
  if (entry === undefined || entry.uncompressedSize > largestManifest) throw new Error('no manifest');
  const chunks: Buffer[] = [];
  for await (const chunk of await read('manifest.json')) chunks.push(Buffer.from(chunk));
  return manifestSchema.parse(JSON.parse(Buffer.concat(chunks).toString('utf8')));
}
