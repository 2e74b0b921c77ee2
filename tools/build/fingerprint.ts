import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Inputs of an app's build in addition to its own folder. */
const shared = [
  'packages/contract',
  'packages/api-client',
  'tools/build',
  'package-lock.json',
  'tsconfig.base.json',
];
const ofPages = ['packages/ui', 'packages/chat-core'];
const ofServer = [
  'packages/connectors',
  'packages/embedded-postgres',
  'packages/engines',
  'packages/testing',
];
const skipped = new Set(['dist', 'node_modules']);

function* filesIn(root: string, relative: string): Generator<string> {
  const folder = path.join(root, relative);
  for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) =>
    a.name < b.name ? -1 : 1,
  )) {
    if (skipped.has(entry.name)) continue;
    const inner = path.join(relative, entry.name);
    if (entry.isDirectory()) yield* filesIn(root, inner);
    else if (entry.isFile() && !/\.test\.tsx?$/.test(entry.name)) yield inner;
  }
}

/** Returns the SHA-256 (hex) of the names and contents of all of a bundle's inputs, except tests. */
export function fingerprint(root: string, app: string): string {
  const hash = createHash('sha256');
  for (const input of [`apps/${app}`, ...shared, ...(app === 'server' ? ofServer : ofPages)]) {
    if (!existsSync(path.join(root, input))) continue;
    const files = path.extname(input) === '' ? filesIn(root, input) : [input];
    for (const file of files) {
      hash
        .update(`${file}\0`)
        .update(readFileSync(path.join(root, file)))
        .update('\0');
    }
  }
  return hash.digest('hex');
}
