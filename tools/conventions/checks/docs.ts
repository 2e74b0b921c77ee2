import path from 'node:path';
import type { ConventionCheck, Finding } from '../finding.ts';
import type { Tree } from '../tree.ts';

const isGuide = (file: string): boolean =>
  /^(README|README\.zh-CN|CONTRIBUTING)\.md$|^docs\/.+\.md$|^(apps|packages)\/[^/]+\/README\.md$/.test(file);
const pathLike = /^(apps|packages|e2e|bench|tools|docs|\.ci)\/[\w./<>*{},…-]*$/;
/** Commands of npm that need no script of that name. */
const npmOwn = new Set(['ci', 'install', 'i']);

/** Returns a pattern for a path in which `<noun>` and `*` match one name, `…` the rest, `{a,b}` either. */
function patternOf(written: string): RegExp {
  const source = written
    .replace(/\/$/, '')
    .replaceAll(/[.+()[\]]/g, String.raw`\$&`)
    .replaceAll(/\{([^}]*)\}/g, (_, names: string) => `(${names.replaceAll(',', '|')})`)
    .replaceAll(/<[^>]+>|\*+/g, '[^/]+')
    .replaceAll('…', '.*');
  return new RegExp(`^${source}(/|$)`);
}

type Line = { file: string; line: number; text: string };

/** Returns the lines of a guide, including code blocks, because they contain commands. */
const linesOf = (tree: Tree, file: string): Line[] =>
  tree
    .read(file)
    .split('\n')
    .map((text, index) => ({ file, line: index + 1, text }));

function paths(tree: Tree, { file, line, text }: Line): Finding[] {
  return [...text.matchAll(/`([^`]+)`/g)]
    .map((match) => match[1] ?? '')
    .filter((written) => pathLike.test(written))
    .filter((written) => {
      const pattern = patternOf(written);
      return !tree.files.some((existing) => pattern.test(existing));
    })
    .map((written) => ({
      file,
      line,
      problem: `\`${written}\` does not exist`,
      cure: 'Name the file that is meant.',
    }));
}

function links(tree: Tree, { file, line, text }: Line): Finding[] {
  return [...text.matchAll(/\]\(([^)\s#]+)[^)]*\)/g)]
    .map((match) => match[1] ?? '')
    .filter((target) => !/^[a-z]+:/i.test(target) && !target.startsWith('/'))
    .map((target) => path.posix.join(path.posix.dirname(file), target).replace(/\/$/, ''))
    .filter(
      (target) => !tree.files.some((existing) => existing === target || existing.startsWith(`${target}/`)),
    )
    .map((target) => ({
      file,
      line,
      problem: `the link to ${target} is dead`,
      cure: 'Link to what exists.',
    }));
}

function scriptsOf(tree: Tree): Set<string> {
  const manifest: unknown = JSON.parse(tree.read('package.json'));
  const found =
    typeof manifest === 'object' && manifest !== null && 'scripts' in manifest ? manifest.scripts : {};
  return new Set(Object.keys(typeof found === 'object' && found !== null ? found : {}));
}

function commands(scripts: Set<string>, { file, line, text }: Line): Finding[] {
  return [...text.matchAll(/\bnpm (?:run ([\w:-]+)|(test|start|ci|install|i)\b)/g)]
    .map((match) => match[1] ?? match[2] ?? '')
    .filter((script) => !npmOwn.has(script) && !scripts.has(script))
    .map((script) => ({
      file,
      line,
      problem: `\`npm run ${script}\` is no script of package.json`,
      cure: 'Name a script that exists, or add it.',
    }));
}

/** Requires that every path, link and npm script in a guide exists. */
export const docs: ConventionCheck = {
  name: 'docs',
  run: (tree) => {
    const scripts = scriptsOf(tree);
    return tree.files
      .filter(isGuide)
      .flatMap((file) => linesOf(tree, file))
      .flatMap((line) => [...paths(tree, line), ...links(tree, line), ...commands(scripts, line)]);
  },
};
