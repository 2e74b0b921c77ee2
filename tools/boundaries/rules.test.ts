import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { checkBoundaries } from './check.ts';
import { boundaryRules } from './rules.ts';

const fixtures = path.join(import.meta.dirname, 'violations');
const installed = path.resolve(import.meta.dirname, '../../node_modules');
const libraries = ['react', 'vitest', 'zod'];

const made: string[] = [];
afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** Installs a fixture as npm would: manifests, and links from `node_modules/@parley/<x>` to the workspaces. */
function install(fixture: string): string {
  const root = mkdtempSync(path.join(tmpdir(), 'boundaries-'));
  made.push(root);
  cpSync(path.join(fixtures, fixture), root, { recursive: true });
  mkdirSync(path.join(root, 'node_modules/@parley'), { recursive: true });
  for (const library of libraries) {
    symlinkSync(path.join(installed, library), path.join(root, 'node_modules', library));
  }
  const folders = ['apps', 'packages'].filter((group) => existsSync(path.join(root, group)));
  const workspaces = folders.flatMap((group) =>
    readdirSync(path.join(root, group)).map((name) => ({ name, folder: path.join(root, group, name) })),
  );
  for (const { name, folder } of workspaces) {
    symlinkSync(folder, path.join(root, 'node_modules/@parley', name));
    const manifest = path.join(folder, 'package.json');
    if (existsSync(manifest)) continue;
    const dependencies = Object.fromEntries(
      [...libraries, ...workspaces.map((other) => `@parley/${other.name}`)].map((library) => [
        library,
        '1.0.0',
      ]),
    );
    const exports = { '.': './src/index.ts' };
    writeFileSync(
      manifest,
      JSON.stringify({ name: `@parley/${name}`, type: 'module', exports, dependencies }),
    );
  }
  return root;
}

describe('who may import whom', () => {
  test('every rule has a fixture that breaks it, and every fixture a rule', () => {
    const rules = boundaryRules.map((rule) => rule.name);
    expect(readdirSync(fixtures).filter((name) => name !== 'nothing')).toEqual(rules.sort());
  });

  test.each(boundaryRules.map((rule) => rule.name))(
    '%s reports its fixture, and no other rule does',
    async (rule) => {
      const { violations } = await checkBoundaries(install(rule));
      expect([...new Set(violations.map((violation) => violation.rule))]).toEqual([rule]);
      expect(violations[0]?.cure).not.toBe('');
    },
  );

  test('a tree within the boundaries breaks none', async () => {
    const { modules, violations } = await checkBoundaries(install('nothing'));
    expect(violations).toEqual([]);
    expect(modules).toBeGreaterThan(25);
  });
});
