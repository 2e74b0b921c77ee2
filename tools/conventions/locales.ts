import ts from 'typescript';
import { nodesOf, sourceOf } from './source.ts';
import type { Tree } from './tree.ts';

/** One language of a catalogue: flat dotted keys and their texts. */
export type Texts = ReadonlyMap<string, string>;

/** The two languages of one workspace, from its `locales/` folder. */
export type Catalogue = { workspace: string; zhFile: string; enFile: string; zh: Texts; en: Texts };

function flattenJson(value: unknown, prefix: string, into: Map<string, string>): void {
  if (typeof value === 'string') into.set(prefix, value);
  else if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) {
      flattenJson(inner, prefix === '' ? key : `${prefix}.${key}`, into);
    }
  }
}

function flattenLiteral(
  literal: ts.ObjectLiteralExpression,
  prefix: string,
  into: Map<string, string>,
): void {
  for (const property of literal.properties) {
    if (!ts.isPropertyAssignment(property)) continue;
    const name =
      ts.isIdentifier(property.name) || ts.isStringLiteralLike(property.name) ? property.name.text : '';
    const key = prefix === '' ? name : `${prefix}.${name}`;
    const { initializer } = property;
    if (ts.isObjectLiteralExpression(initializer)) flattenLiteral(initializer, key, into);
    else into.set(key, textOf(initializer));
  }
}

/** Returns the text of a string literal, or of several joined by `+`. */
function textOf(node: ts.Expression): string {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isBinaryExpression(node)) return textOf(node.left) + textOf(node.right);
  return '';
}

function readTexts(tree: Tree, file: string): Texts {
  const texts = new Map<string, string>();
  if (file.endsWith('.json')) {
    flattenJson(JSON.parse(tree.read(file)), '', texts);
    return texts;
  }
  for (const node of nodesOf(sourceOf(tree, file))) {
    if (!ts.isObjectLiteralExpression(node)) continue;
    flattenLiteral(node, '', texts);
    break;
  }
  return texts;
}

const workspaceOf = (file: string): string => file.split('/').slice(0, 2).join('/');

const half = /^((?:apps|packages)\/.*\/locales\/)(zh-CN|en-US)\.(json|ts)$/;

/** Returns all catalogues of a tree; `lonely` are files without a counterpart in the other language. */
export function cataloguesOf(tree: Tree): { catalogues: Catalogue[]; lonely: string[] } {
  const folders = new Map<string, { zh?: string; en?: string }>();
  for (const file of tree.files) {
    const [, folder, language] = half.exec(file) ?? [];
    if (folder === undefined) continue;
    const pair = folders.get(folder) ?? {};
    pair[language === 'zh-CN' ? 'zh' : 'en'] = file;
    folders.set(folder, pair);
  }
  const catalogues: Catalogue[] = [];
  const lonely: string[] = [];
  for (const { zh, en } of folders.values()) {
    if (zh === undefined || en === undefined) lonely.push(zh ?? en ?? '');
    else {
      catalogues.push({
        workspace: workspaceOf(zh),
        zhFile: zh,
        enFile: en,
        zh: readTexts(tree, zh),
        en: readTexts(tree, en),
      });
    }
  }
  return { catalogues, lonely };
}

/** Removes i18next's plural suffixes: English has `_one` and `_other` where Chinese has only `_other`. */
export const withoutPlural = (key: string): string => key.replace(/_(zero|one|two|few|many|other)$/, '');

const placeholders = /\{\{[^}]*\}\}|<\/?\d+\/?>/g;

/** Returns the `{{names}}` in a text, sorted, as one string. */
export const placeholdersOf = (text: string): string =>
  [...new Set([...text.matchAll(/\{\{\s*([\w.]+)/g)].map((match) => match[1]))].sort().join(' ');

/** Texts that are the same in both languages, grouped by reason. All others must be translated. */
const sameInBoth: Readonly<Record<string, string>> = {
  'our own name': 'Parley',
  'names of platforms and engines':
    'Telegram,WhatsApp,XMPP,LINE,Apertium,LibreTranslate,OpenAI,X,VK,RCS,IRC,SMS',
  'technical names that nobody translates':
    'JavaScript,Bot,Logo,Token,Webhook,API,HTML,JSON,CSV,Excel,URL,ID,IP,QR,JID,HTTP,HTTPS,SMTP,KB,MB,GB,PDF,PNG,JPEG,WebP,UTC',
  'names of keys, as they are printed on them': 'Ctrl,Enter,Esc,Shift,Tab,Alt',
  'a language is called by its own name': 'English',
  'a currency is written by its code': 'USD,USDT',
};

const names = new Set(Object.values(sameInBoth).flatMap((list) => list.toLowerCase().split(',')));

/** Returns whether a text needs no translation: no letters besides placeholders, or only the names and codes above. */
export function needsNoTranslation(text: string): boolean {
  const rest = text.replaceAll(placeholders, ' ').match(/\p{L}[\p{L}\d]*/gu) ?? [];
  return rest.every((word) => names.has(word.toLowerCase()));
}
