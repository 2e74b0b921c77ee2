import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fillIn, type Noun, nounOf } from './nouns.ts';

/** The created and changed files, relative to the root, and the steps to do by hand. */
export type Generated = { files: string[]; changed: string[]; byHand: string[] };

const template = path.join(import.meta.dirname, 'template');

/** Returns the next multiple of ten after the last migration, in four digits. */
export function nextMigration(names: readonly string[]): string {
  const last = Math.max(0, ...names.map((name) => Number.parseInt(name, 10)).filter(Number.isFinite));
  return String(Math.floor(last / 10) * 10 + 10).padStart(4, '0');
}

/**
 * Creates a server module with its contract, migration and registrations in the tree at `root`. Throws for an unsuitable or
 * existing noun, before anything is written.
 */
export function generateModule(root: string, typed: string): Generated {
  const noun = nounOf(typed);
  const module = `apps/server/src/modules/${noun.kebabPlural}`;
  const contract = `packages/contract/src/${noun.kebabPlural}`;
  const console = 'apps/console/src';
  const feature = `${console}/features/${noun.kebabPlural}`;
  const page = `${console}/pages/${noun.kebabPlural}`;
  for (const folder of [module, contract, feature, page]) {
    if (existsSync(path.join(root, folder))) throw new Error(`${folder} exists already: take another noun.`);
  }
  const migrations = 'apps/server/migrations';
  const number = nextMigration(readdirSync(path.join(root, migrations)));
  const changes = registered(root, [
    ...contractRegistrations(noun),
    ...consoleRegistrations(noun),
    ...appRegistrations(root, noun),
  ]);
  const files = [
    ...filesOf('server', module, noun),
    ...filesOf('console/feature', feature, noun),
    ...filesOf('console/page', page, noun),
    { from: 'schema/table.ts', to: `apps/server/src/schema/${noun.kebabPlural}.ts` },
    { from: 'contract/endpoints.ts', to: `${contract}/endpoints.ts` },
    { from: 'contract/errors.ts', to: `${contract}/errors.ts` },
    { from: 'contract/examples.ts', to: `${contract}/examples.ts` },
    { from: 'contract/index.ts', to: `${contract}/index.ts` },
    { from: 'migration/table.sql', to: `${migrations}/${number}-${noun.kebabPlural}.sql` },
    { from: 'migration/rows.sql', to: `${migrations}/testing/${number}-${noun.kebabPlural}.rows.sql` },
  ];
  for (const { from, to } of files) {
    mkdirSync(path.dirname(path.join(root, to)), { recursive: true });
    writeFileSync(path.join(root, to), fillIn(readFileSync(path.join(template, from), 'utf8'), noun));
  }
  for (const [file, text] of changes) writeFileSync(path.join(root, file), text);
  return {
    files: files.map((file) => file.to),
    changed: [...changes.keys()],
    byHand: [
      ...(changes.has(appFile) ? [] : appLines(noun).map(({ line }) => `${appFile}: ${line}`)),
      `${appTexts('zh-CN')}: the page's name in Chinese, which is the English one now`,
    ],
  };
}

/** Returns the files of a part of the template with their destinations; names that contain the noun are filled in. */
function filesOf(part: string, folder: string, noun: Noun): { from: string; to: string }[] {
  return readdirSync(path.join(template, part), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(path.join(template, part), path.join(entry.parentPath, entry.name)))
    .map((name) => ({ from: `${part}/${name}`, to: `${folder}/${fillIn(name, noun)}` }));
}

type Registration = { file: string; before: string; line: string };

function contractRegistrations(noun: Noun): Registration[] {
  const contract = 'packages/contract/src';
  return [
    {
      file: `${contract}/errors.ts`,
      before: 'import { sessionEndingOf',
      line: "import { __nouns__Errors } from './__kebab-nouns__/errors.ts';",
    },
    {
      file: `${contract}/errors.ts`,
      before: '};\n\nexport type ErrorId',
      line: '  ...__nouns__Errors,',
    },
    {
      file: `${contract}/nouns.ts`,
      before: "export * as workspaces from './workspaces/index.ts';",
      line: "export * as __nouns__ from './__kebab-nouns__/index.ts';",
    },
    {
      file: `${contract}/examples/nouns.ts`,
      before: "export * as workspaces from '../workspaces/examples.ts';",
      line: "export * as __nouns__ from '../__kebab-nouns__/examples.ts';",
    },
  ].map((one) => ({ ...one, line: fillIn(one.line, noun) }));
}

const appTexts = (language: string) => `apps/console/src/app/locales/${language}.json`;

/** Returns the page's address, its route, which is also its menu entry, and its name. */
function consoleRegistrations(noun: Noun): Registration[] {
  const name = { before: '"notFound": "', line: '"__nouns__": "__Plain nouns__",' };
  return [
    {
      file: 'apps/console/src/lib/paths.ts',
      before: "forbidden: '/exception/403',",
      line: "__nouns__: '/__kebab-nouns__',",
    },
    {
      file: 'apps/console/src/app/routes.ts',
      before: "page('system', paths.notifications,",
      line: "page('system', paths.__nouns__, '__nouns__', { load: async () => (await import('../pages/__kebab-nouns__/__Nouns__.tsx')).__Nouns__ }),",
    },
    { file: appTexts('en-US'), ...name },
    { file: appTexts('zh-CN'), ...name },
  ].map((one) => ({ ...one, line: fillIn(one.line, noun) }));
}

const appFile = 'apps/server/src/app.ts';

const appLines = (noun: Noun) => [
  {
    before: '// new-module: imports',
    line: fillIn("import * as __nouns__ from './modules/__kebab-nouns__/index.ts';", noun),
  },
  {
    before: '// new-module: list',
    line: fillIn('__nouns__,', noun),
  },
];

/** Registers the module at two places that comments mark in app.ts; without those, leaves it to the user. */
function appRegistrations(root: string, noun: Noun): Registration[] {
  const file = path.join(root, appFile);
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const lines = appLines(noun);
  return lines.every(({ before }) => text.includes(before))
    ? lines.map((line) => ({ ...line, file: appFile }))
    : [];
}

/** Returns the texts of the changed files, with each line inserted before its anchor. */
function registered(root: string, registrations: readonly Registration[]): Map<string, string> {
  const texts = new Map<string, string>();
  for (const { file, before, line } of registrations) {
    const text = texts.get(file) ?? readFileSync(path.join(root, file), 'utf8');
    if (!text.includes(before)) {
      throw new Error(`${file} has no line \`${before.trim()}\`: teach tools/new-module its new shape.`);
    }
    const indent = /[ \t]*$/.exec(text.slice(0, text.indexOf(before)))?.[0] ?? '';
    texts.set(
      file,
      text.replace(before, () => `${line}\n${indent}${before}`),
    );
  }
  return texts;
}
