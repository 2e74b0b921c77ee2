import type { ConventionCheck, Finding } from '../finding.ts';
import {
  type Catalogue,
  cataloguesOf,
  needsNoTranslation,
  placeholdersOf,
  type Texts,
  withoutPlural,
} from '../locales.ts';

const han = /\p{Script=Han}/u;

const keysOf = (texts: Texts): Set<string> => new Set([...texts.keys()].map(withoutPlural));

function missing(from: Texts, to: Texts, file: string): Finding[] {
  const there = keysOf(to);
  return [...keysOf(from)]
    .filter((key) => !there.has(key))
    .map((key) => ({
      file,
      line: 1,
      problem: `"${key}" is missing`,
      cure: 'Every text stands in both languages.',
    }));
}

function empty(texts: Texts, file: string): Finding[] {
  return [...texts]
    .filter(([, text]) => text.trim() === '')
    .map(([key]) => ({
      file,
      line: 1,
      problem: `"${key}" is empty`,
      cure: 'Write the text, or delete the key.',
    }));
}

function untranslated({ zh, en, zhFile, enFile }: Catalogue): Finding[] {
  const chinese = [...zh]
    .filter(([, text]) => text.trim() !== '' && !han.test(text) && !needsNoTranslation(text))
    .map(([key]) => ({ file: zhFile, line: 1, problem: `"${key}" is not Chinese`, cure: 'Translate it.' }));
  // The name of a language in itself is the same everywhere.
  const english = [...en]
    .filter(([, text]) => han.test(text) && !/^(简体中文|繁體中文|中文)$/.test(text))
    .map(([key]) => ({ file: enFile, line: 1, problem: `"${key}" is not English`, cure: 'Translate it.' }));
  return [...chinese, ...english];
}

function unevenPlaceholders({ zh, en, zhFile }: Catalogue): Finding[] {
  return [...zh]
    .filter(([key, text]) => {
      const other = en.get(key);
      return other !== undefined && placeholdersOf(other) !== placeholdersOf(text);
    })
    .map(([key]) => ({
      file: zhFile,
      line: 1,
      problem: `"${key}" has other {{placeholders}} than in English`,
      cure: 'Use the same names in both languages.',
    }));
}

const firstNames = ({ zh }: Catalogue): string[] => [
  ...new Set([...zh.keys()].map((key) => key.replace(/\..*/, ''))),
];

/** Finds catalogues of an app with the same first name: one would overwrite the other. */
function taken(catalogues: readonly Catalogue[]): Finding[] {
  const owners = new Map<string, string>();
  return catalogues.flatMap((catalogue) =>
    firstNames(catalogue).flatMap((name) => {
      const key = `${catalogue.workspace} ${name}`;
      const owner = owners.get(key);
      owners.set(key, owner ?? catalogue.zhFile);
      if (owner === undefined) return [];
      const problem = `"${name}" stands in ${owner} as well`;
      return [{ file: catalogue.zhFile, line: 1, problem, cure: 'Give one of the two another name.' }];
    }),
  );
}

/**
 * Requires complete catalogues in both languages: the same keys, no empty text, each in its own script, the same placeholders.
 */
export const locales: ConventionCheck = {
  name: 'locales',
  run: (tree) => {
    const { catalogues, lonely } = cataloguesOf(tree);
    return [
      ...lonely.map((file) => ({
        file,
        line: 1,
        problem: 'a catalogue in one language',
        cure: 'Put zh-CN and en-US side by side.',
      })),
      ...taken(catalogues),
      ...catalogues.flatMap((catalogue) => [
        ...missing(catalogue.zh, catalogue.en, catalogue.enFile),
        ...missing(catalogue.en, catalogue.zh, catalogue.zhFile),
        ...empty(catalogue.zh, catalogue.zhFile),
        ...empty(catalogue.en, catalogue.enFile),
        ...untranslated(catalogue),
        ...unevenPlaceholders(catalogue),
      ]),
    ];
  },
};
