import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const compressible = /\.(js|css|html|svg|json|txt)$/;
/** In bytes: below this, a response's headers outweigh the savings. */
const smallest = 512;

const pack = { br: promisify(brotliCompress), gz: promisify(gzip) };

/**
 * With less memory zlib starts a new code table more often, which suits files that mix code, styles and languages. Which level
 * is best can only be found by trial.
 */
const memoryLevels = [5, 6, 7, 8];

async function smallestGzip(bytes: Buffer): Promise<Buffer> {
  const packed = await Promise.all(memoryLevels.map((memLevel) => pack.gz(bytes, { level: 9, memLevel })));
  return packed.reduce((best, other) => (other.length < best.length ? other : best));
}

async function compressFile(file: string): Promise<void> {
  const bytes = readFileSync(file);
  if (bytes.length < smallest) return;
  const quality = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  const [br, gz] = await Promise.all([pack.br(bytes, { params: quality }), smallestGzip(bytes)]);
  // A variant that isn't smaller would only cost the browser its decompression.
  if (br.length < bytes.length) writeFileSync(`${file}.br`, br);
  if (gz.length < bytes.length) writeFileSync(`${file}.gz`, gz);
}

/**
 * Writes `<file>.br` and `<file>.gz` beside every text file of a build, at the highest levels: slow once, but free for each
 * request. The server sends the one that the browser accepts.
 */
export async function compressBuild(folder: string): Promise<void> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => compressible.test(file))
    .map((file) => path.join(folder, file));
  await Promise.all(files.map(compressFile));
}
