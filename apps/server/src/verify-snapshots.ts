/** `npm run verify-snapshots -- <file> [--key <public key>]`: verifies signed days, without a server or a database. */
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { verifySnapshotText } from './snapshot-report.ts';

const usage = 'npm run verify-snapshots -- <file> [--key <public key>]…\n';

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { key: { type: 'string', multiple: true } },
  });
  const [file] = positionals;
  if (file === undefined) {
    process.stderr.write(usage);
    process.exitCode = 2;
  } else {
    const report = await verifySnapshotText(await readFile(file, 'utf8'), values.key);
    process.stdout.write(`${report.lines.join('\n')}\n`);
    process.exitCode = report.valid ? 0 : 1;
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
  process.exitCode = 2;
}
