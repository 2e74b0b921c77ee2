import type { ConventionCheck, Finding } from '../finding.ts';
import type { Tree } from '../tree.ts';

/** Returns the pairs of guides in both languages, English first. */
function pairsOf(tree: Tree): [string, string][] {
  const english = /^docs\/user-guide\/en\//;
  const chinese = /^docs\/user-guide\/zh\//;
  const names = tree.files
    .filter((file) => english.test(file) || chinese.test(file))
    .map((file) => file.replace(/^docs\/user-guide\/(en|zh)\//, ''));
  const guides = [...new Set(names)].map((name): [string, string] => [
    `docs/user-guide/en/${name}`,
    `docs/user-guide/zh/${name}`,
  ]);
  return tree.files.includes('README.zh-CN.md') ? [['README.md', 'README.zh-CN.md'], ...guides] : guides;
}

/** Returns the parts that all languages must share: code, commands, addresses of pages, names of pictures. */
function namedIn(text: string): Set<string> {
  const fences = [...text.matchAll(/^```\n([\s\S]*?)^```/gm)].map(([, code = '']) => code.trim());
  const rest = text.replaceAll(/^```\n[\s\S]*?^```/gm, '');
  const code = [...rest.matchAll(/`([^`\n]+)`/g)].map(([, one = '']) => one);
  const pictures = [...rest.matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)].map(
    ([, one = '']) => one.split('/').at(-1) ?? '',
  );
  return new Set([...fences, ...code, ...pictures]);
}

function missing(tree: Tree, from: string, to: string): Finding[] {
  const there = namedIn(tree.read(to));
  return [...namedIn(tree.read(from))]
    .filter((name) => !there.has(name))
    .map((name) => ({
      file: to,
      line: 1,
      problem: `\`${name.split('\n')[0]}\` stands in ${from} and not here`,
      cure: 'Bring both languages to the same state.',
    }));
}

/** Requires complete README and user guide in both languages: the same pages, with the same code and pictures. */
export const guides: ConventionCheck = {
  name: 'guides',
  run: (tree) =>
    pairsOf(tree).flatMap(([english, chinese]) => {
      const absent = [english, chinese].filter((file) => !tree.files.includes(file));
      if (absent.length > 0) {
        return absent.map((file) => ({
          file: file === english ? chinese : english,
          line: 1,
          problem: `${file} is missing`,
          cure: 'Every guide stands in both languages.',
        }));
      }
      return [...missing(tree, english, chinese), ...missing(tree, chinese, english)];
    }),
};
