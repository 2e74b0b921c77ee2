import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { generateModule } from './generate.ts';

/**
 * `npm run new-module -- reply-templates`: creates a server module and its console page, which pass the gate and are ready to
 * be extended.
 */
const root = path.resolve(import.meta.dirname, '../..');

function main(typed: string | undefined): void {
  if (typed === undefined) throw new Error('Which noun? For example: npm run new-module -- reply-templates');
  const { files, changed, byHand } = generateModule(root, typed);
  const biome = path.join(root, 'node_modules/@biomejs/biome/bin/biome');
  const code = [...files, ...changed].filter((file) => /\.(tsx?|json)$/.test(file));
  const { status, stderr } = spawnSync(process.execPath, [biome, 'check', '--write', ...code], {
    cwd: root,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`The module was made, but Biome refuses it:\n${stderr}`);
  console.log(['Made:', ...files, '', 'Registered in:', ...changed].join('\n'));
  if (byHand.length > 0) console.log(['', 'Add by hand:', ...byHand].join('\n'));
  console.log('\nNow give the noun its own fields in contract, table and migration, then: npm run ready');
}

try {
  main(process.argv[2]);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
