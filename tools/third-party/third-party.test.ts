import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** Runs third-party tools with the project's configuration: a rule that an update renamed or dropped fails here. */
const real = path.resolve(import.meta.dirname, '../..');
const root = mkdtempSync(path.join(tmpdir(), 'third-party-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

function write(folder: string, files: Record<string, string>): void {
  for (const [file, text] of Object.entries(files)) {
    const full = path.join(root, folder, file);
    mkdirSync(path.dirname(full), { recursive: true });
    writeFileSync(full, text);
  }
}

function run(folder: string, script: string, ...args: string[]): string {
  const command = [path.join(real, 'node_modules', script), ...args];
  const options = { cwd: path.join(root, folder), encoding: 'utf8', maxBuffer: 2 ** 26 } as const;
  const { stdout, stderr } = spawnSync(process.execPath, command, options);
  return stdout + stderr;
}

const lines = (count: number, text: string) =>
  Array.from({ length: count }, (_, i) => text.replace('#', `${i}`)).join('\n');

/** One file per lint rule that is enabled or limited here; each violates its rule. */
const lint: Record<string, [file: string, text: string]> = {
  noExcessiveLinesPerFile: ['apps/a/src/big.ts', lines(401, 'export const a# = 1;')],
  'noExcessiveLinesPerFile in tests': ['apps/a/src/big.test.ts', lines(401, 'export const a# = 1;')],
  noUnusedImports: ['apps/a/src/import.ts', "import { a } from './a.ts';\n"],
  noUnusedVariables: ['apps/a/src/variable.ts', 'const a = 1;\nexport {};\n'],
  noUnusedFunctionParameters: ['apps/a/src/parameter.ts', 'export const f = (a: number) => 1;\n'],
  useExhaustiveDependencies: [
    'apps/a/src/Effect.tsx',
    "import { useEffect } from 'react';\nexport function Effect({ a }: { a: number }) {\n  useEffect(() => { call(a); }, []);\n  return null;\n}\n",
  ],
  useHookAtTopLevel: [
    'apps/a/src/Hook.tsx',
    "import { useState } from 'react';\nexport function Hook({ a }: { a: boolean }) {\n  if (a) useState(1);\n  return null;\n}\n",
  ],
  noFloatingPromises: [
    'apps/a/src/floating.ts',
    'async function save(): Promise<void> {}\nexport function f(): void {\n  save();\n}\n',
  ],
  noMisusedPromises: [
    'apps/a/src/misused.ts',
    'async function open(): Promise<boolean> {\n  return true;\n}\nexport function f(): number {\n  if (open()) return 1;\n  return 2;\n}\n',
  ],
  noPlaywrightWaitForTimeout: ['e2e/wait.journey.ts', 'await page.waitForTimeout(500);\n'],
  noDangerouslySetInnerHtml: [
    'apps/a/src/Html.tsx',
    'export const Html = () => <b dangerouslySetInnerHTML={{ __html: x }} />;\n',
  ],
  noDefaultExport: ['apps/a/src/default.ts', 'export default 1;\n'],
  noNonNullAssertion: ['apps/a/src/bang.ts', 'export const a = b!.c;\n'],
  useFilenamingConvention: ['apps/a/src/snake_case.ts', 'export const a = 1;\n'],
  useImportType: ['apps/a/src/type.ts', "import { A } from './a.ts';\nexport type B = A;\n"],
  useNodejsImportProtocol: ['apps/a/src/node.ts', "import fs from 'fs';\nexport const a = fs;\n"],
  useThrowOnlyError: ['apps/a/src/throw.ts', "export function f() {\n  throw 'x';\n}\n"],
  noConsole: ['apps/a/src/console.ts', "console.log('x');\n"],
  noExplicitAny: ['apps/a/src/any.ts', 'export const a: any = 1;\n'],
  noFocusedTests: ['apps/a/src/only.test.ts', "test.only('x', () => {});\n"],
  noSkippedTests: ['apps/a/src/skip.test.ts', "test.skip('x', () => {});\n"],
  noProcessEnv: ['apps/server/src/base/env.ts', 'export const home = process.env.HOME;\n'],
};

describe('Biome', () => {
  let found: string[] = [];
  beforeAll(() => {
    write('lint', Object.fromEntries(Object.values(lint)));
    cpSync(path.join(real, 'biome.json'), path.join(root, 'lint/biome.json'));
    const args = [
      '--vcs-enabled=false',
      '--max-diagnostics=none',
      '--diagnostic-level=error',
      '--colors=off',
    ];
    found = run('lint', '@biomejs/biome/bin/biome', 'lint', '--reporter=github', ...args, '.').split('\n');
  });

  test.each(Object.entries(lint))('%s reports a violation', (rule, [file]) => {
    const name = rule.replace(/ .*/, '');
    expect(
      found.filter((line) => line.startsWith('::error') && line.includes(`/${file},`)).join('\n'),
    ).toContain(`/${name},`);
  });

  test('every rule that the configuration names has a file that breaks it', () => {
    const named = [
      ...readFileSync(path.join(real, 'biome.json'), 'utf8').matchAll(/"((?:no|use)[A-Z]\w+)":/g),
    ].map((match) => match[1]);
    const proven = Object.keys(lint).map((rule) => rule.replace(/ .*/, ''));
    // Skips the linter’s switches, which are no rules, and one rule that is only ever turned off, where tests contain
    // template-like text.
    expect(
      [...new Set(named)].filter(
        (rule) =>
          !['useIgnoreFile', 'noTemplateCurlyInString'].includes(rule ?? '') && !proven.includes(rule ?? ''),
      ),
    ).toEqual([]);
  });
});

/** One file per option of tsconfig.base.json that a later edit could lose, with the compiler's error. */
const types: Record<string, [code: string, text: string]> = {
  strict: ['TS7006', 'export const f = (a) => a;\n'],
  noUncheckedIndexedAccess: ['TS2322', 'export const first = (list: string[]): string => list[0];\n'],
  exactOptionalPropertyTypes: ['TS2375', 'export const a: { b?: string } = { b: undefined };\n'],
  noImplicitOverride: ['TS4114', 'class A { f() {} }\nexport class B extends A { f() {} }\n'],
  noImplicitReturns: ['TS7030', 'export function f(a: boolean) {\n  if (a) return 1;\n}\n'],
  noFallthroughCasesInSwitch: [
    'TS7029',
    'export function f(a: number) {\n  switch (a) {\n    case 1:\n      f(2);\n    case 2:\n      f(3);\n  }\n}\n',
  ],
  noUnusedLocals: ['TS6133', 'const a = 1;\nexport {};\n'],
  noUnusedParameters: ['TS6133', 'export const f = (a: number) => 1;\n'],
  erasableSyntaxOnly: ['TS1294', 'export enum A { B }\n'],
  verbatimModuleSyntax: ['TS1484', "import { A } from './shape.ts';\nexport type B = A;\n"],
};

describe('TypeScript', () => {
  let found = '';
  beforeAll(() => {
    const files = Object.fromEntries(
      Object.entries(types).map(([option, [, text]]) => [`${option}.ts`, text]),
    );
    const config = {
      extends: './tsconfig.base.json',
      compilerOptions: { lib: ['ES2024'], types: [] },
      include: ['*.ts'],
    };
    write('types', { ...files, 'shape.ts': 'export type A = 1;\n', 'package.json': '{"type":"module"}' });
    write('types', { 'tsconfig.json': JSON.stringify(config) });
    cpSync(path.join(real, 'tsconfig.base.json'), path.join(root, 'types/tsconfig.base.json'));
    found = run('types', 'typescript-7/bin/tsc', '-p', '.');
  });

  test.each(Object.entries(types))('%s reports a violation', (option, [code]) => {
    expect(found).toMatch(new RegExp(`^${option}\\.ts\\(.*error ${code}`, 'm'));
  });
});

describe('knip', () => {
  test('finds the unused file, export and dependency', { timeout: 240_000 }, () => {
    write('dead', {
      // knip reads the entry points from the root's commands.
      'package.json':
        '{"name":"dead","type":"module","workspaces":["apps/*"],"scripts":{"start":"node apps/server/src/main.ts"}}',
      'apps/server/package.json': '{"name":"@parley/server","type":"module","dependencies":{"zod":"1.0.0"}}',
      'apps/server/src/main.ts': "import { used } from './used.ts';\n\nused();\n",
      'apps/server/src/used.ts': 'export const used = () => 1;\nexport const idle = 2;\n',
      'apps/server/src/left-over.ts': 'export const alone = 1;\n',
    });
    cpSync(path.join(real, 'knip.json'), path.join(root, 'dead/knip.json'));
    symlinkSync(path.join(real, 'node_modules'), path.join(root, 'dead/node_modules'));
    const found = run('dead', 'knip/bin/knip.js', '--no-progress');
    expect(found).toMatch(/Unused files.*\n.*left-over\.ts/);
    expect(found).toMatch(/Unused dependencies.*\n.*zod/);
    expect(found).toMatch(/Unused exports.*\n.*idle/);
  });
});
