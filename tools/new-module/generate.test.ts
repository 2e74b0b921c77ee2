import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkBoundaries } from '../boundaries/check.ts';
import { boundaryRules } from '../boundaries/rules.ts';
import { conventionChecks } from '../conventions/checks.ts';
import { treeAt } from '../conventions/tree.ts';
import { generateModule, nextMigration } from './generate.ts';

const real = path.resolve(import.meta.dirname, '../..');
const root = mkdtempSync(path.join(tmpdir(), 'new-module-'));
const copied = [
  'apps/console',
  'apps/server',
  'packages',
  'docs',
  'tsconfig.base.json',
  'tsconfig.web.json',
  'biome.json',
  'package.json',
  'vitest.config.ts',
  'tools/gate',
];

/** Links libraries to their installation, workspaces to the copy. */
function linkLibraries(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) {
    if (!name.startsWith('.') && name !== '@parley') symlinkSync(path.join(from, name), path.join(to, name));
  }
}

function copyTree(): void {
  for (const part of copied) {
    if (!existsSync(path.join(real, part))) continue;
    const filter = (source: string) => !/node_modules|\/dist(\/|$)/.test(path.relative(real, source));
    cpSync(path.join(real, part), path.join(root, part), { recursive: true, filter });
  }
  linkLibraries(path.join(real, 'node_modules'), path.join(root, 'node_modules'));
  for (const app of ['apps/console', 'apps/server']) {
    const own = path.join(real, app, 'node_modules');
    if (existsSync(own)) linkLibraries(own, path.join(root, app, 'node_modules'));
  }
  mkdirSync(path.join(root, 'node_modules/@parley'));
  for (const name of readdirSync(path.join(root, 'packages'))) {
    symlinkSync(path.join(root, 'packages', name), path.join(root, 'node_modules/@parley', name));
  }
}

/** Runs an installed command in the copy and returns all of its output. */
function run(script: string, ...args: string[]): { ok: boolean; output: string } {
  const command = [path.join(real, 'node_modules', script), ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { cwd: root, encoding: 'utf8' });
  return { ok: status === 0, output: stdout + stderr };
}

let files: string[] = [];
let changed: string[] = [];
/** As in `tsconfig.web.json`. */
const { compilerOptions: webOptions } = JSON.parse(
  readFileSync(path.join(real, 'tsconfig.web.json'), 'utf8'),
);

const isWeb = (file: string) => file.startsWith('apps/console/');
const isCode = (file: string) => /\.tsx?$/.test(file);
const isMade = (file: string) => files.includes(file);

beforeAll(() => {
  copyTree();
  ({ files, changed } = generateModule(root, 'reply-templates'));
  const code = [...files, ...changed].filter(isCode);
  const formatted = run('@biomejs/biome/bin/biome', 'check', '--write', '--vcs-enabled=false', ...code);
  expect(formatted.output).toContain('Checked');
  expect(formatted.ok, formatted.output).toBe(true);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('a new module', () => {
  test('has a door, tests on a database, a contract, a migration and its registrations', () => {
    expect(files).toEqual(
      expect.arrayContaining([
        'apps/server/src/modules/reply-templates/index.ts',
        'apps/server/src/modules/reply-templates/service.test.ts',
        'apps/server/src/modules/reply-templates/reply-templates.db.test.ts',
        'apps/server/src/modules/reply-templates/sorting.db.test.ts',
        'apps/server/src/modules/reply-templates/store.db.test.ts',
        'apps/server/src/modules/reply-templates/testing/world-part.ts',
        'packages/contract/src/reply-templates/endpoints.ts',
        'packages/contract/src/reply-templates/examples.ts',
      ]),
    );
    expect(files.filter((file) => file.endsWith('.sql'))).toEqual([
      expect.stringMatching(/^apps\/server\/migrations\/\d{4}-reply-templates\.sql$/),
      expect.stringMatching(/^apps\/server\/migrations\/testing\/\d{4}-reply-templates\.rows\.sql$/),
    ]);
    const inContract = (file: string) => readFileSync(path.join(root, 'packages/contract/src', file), 'utf8');
    expect(inContract('nouns.ts')).toContain("export * as replyTemplates from './reply-templates/index.ts';");
    expect(inContract('examples/nouns.ts')).toContain(
      "export * as replyTemplates from '../reply-templates/examples.ts';",
    );
  });

  test('leaves no placeholder behind', () => {
    for (const file of files) expect(readFileSync(path.join(root, file), 'utf8')).not.toMatch(/__[\w -]+__/);
  });

  test.each([
    ['for Node', false, { lib: ['ES2024', 'ESNext.Disposable'], types: ['node'] }],
    ['for browsers', true, webOptions],
  ] as const)('passes the compiler %s', { timeout: 240_000 }, (_, web, compilerOptions) => {
    const own = [...files, ...changed].filter((file) => isCode(file) && isWeb(file) === web);
    const config = { extends: './tsconfig.base.json', compilerOptions, files: own };
    const { options, fileNames, errors } = ts.parseJsonConfigFileContent(config, ts.sys, root);
    expect(errors).toEqual([]);
    const program = ts.createProgram(fileNames, options);
    const problems = [...program.getOptionsDiagnostics(), ...program.getGlobalDiagnostics()];
    // Checks only the generated files: their imports are checked in place.
    for (const file of own.filter(isMade)) {
      const source = program.getSourceFile(path.join(root, file));
      problems.push(...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source));
    }
    expect(problems.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))).toEqual([]);
  });

  test('stays within the import boundaries', async () => {
    const folders = new Set(files.filter(isCode).map((file) => path.dirname(file)));
    const { violations } = await checkBoundaries(root, boundaryRules, [...folders]);
    expect(violations.filter((violation) => isMade(violation.from))).toEqual([]);
  });

  test('follows the conventions', () => {
    const tree = treeAt(root);
    // Together with the generated files, those that the checks compare: reading the whole tree takes far longer.
    const compared = /^docs\/|\/schema\/|\/locales\/|^packages\/contract\/src\/|\/migrations\//;
    const seen = tree.files.filter((file) => isMade(file) || changed.includes(file) || compared.test(file));
    const findings = conventionChecks.flatMap((check) => check.run({ ...tree, files: seen }));
    // The page's name in Chinese is written by hand.
    const named = findings.filter(({ file }) => file !== 'apps/console/src/app/locales/zh-CN.json');
    expect(named.filter(({ file }) => isMade(file) || changed.includes(file))).toEqual([]);
  });

  test('passes its own tests, and shows an example of each endpoint', { timeout: 240_000 }, () => {
    const folders = [
      'apps/server/src/modules/reply-templates',
      'apps/console/src/pages/reply-templates',
      'packages/contract/src/examples',
    ];
    const own = ['-t', 'reply ?[Tt]emplate'];
    const projects = ['--project', 'unit', '--project', 'web'];
    const { ok, output } = run('vitest/vitest.mjs', 'run', '--root', root, ...projects, ...folders, ...own);
    expect(ok, output).toBe(true);
    expect(output).toMatch(/Tests.*14 passed/);
  });

  test('has a page with an address, a name and a place in the menu', () => {
    const inConsole = (file: string) => readFileSync(path.join(root, 'apps/console/src', file), 'utf8');
    expect(inConsole('lib/paths.ts')).toContain("replyTemplates: '/reply-templates',");
    expect(inConsole('app/routes.ts')).toContain("page('system', paths.replyTemplates, 'replyTemplates', {");
    for (const language of ['en-US', 'zh-CN']) {
      const { page } = JSON.parse(inConsole(`app/locales/${language}.json`));
      expect(page.replyTemplates).toBe('Reply templates');
    }
  });

  test('a new module is created only once', () => {
    expect(() => generateModule(root, 'reply-templates')).toThrow('exists already');
  });

  test('a new module is registered at the marks of app.ts', () => {
    const app = path.join(root, 'apps/server/src/app.ts');
    writeFileSync(app, '// new-module: imports\n\nconst modules = [\n  // new-module: list\n];\n');
    const made = generateModule(root, 'note-boards');
    expect(made.byHand).toEqual([expect.stringContaining('zh-CN.json')]);
    expect(readFileSync(app, 'utf8')).toBe(
      [
        "import * as noteBoards from './modules/note-boards/index.ts';",
        '// new-module: imports\n',
        'const modules = [',
        '  noteBoards,',
        '  // new-module: list\n];\n',
      ].join('\n'),
    );
  });
});

test.each([
  [[], '0010'],
  [['0010-a.sql', '0070-b.sql', '0060-c.sql'], '0080'],
  [['0990-a.sql'], '1000'],
])('continues after %j with %s', (names, next) => {
  expect(nextMigration(names)).toBe(next);
});
