/** Bulk creation of split links: a name and account links per line, and common settings. */
import { z } from 'zod';
import type { PlatformId } from '../catalogues/platforms.ts';
import { endpoint } from '../endpoint.ts';
import { exportLimit, id, nameText, spreadsheetMediaType } from '../values.ts';
import { accountLinkLimits, isAccountLink, linkStart } from './account-links.ts';
import { checkPreview, checkSources, settingsForm, splitLinkListed } from './endpoints.ts';
import { wholeLines } from './whole-lines.ts';

/** Limits of one request: split links, account links in total, and characters of the source text. */
export const bulkLimits = { links: 200, targets: 2_000, text: 400_000 } as const;

/**
 * The fault of a line: no name; a name that is too long, unprintable, or already taken by an earlier line or another split
 * link; no account link without a source; a link that isn't the platform's, is repeated, or exceeds the limit.
 */
export type BulkProblem =
  | 'no-name'
  | 'wrong-name'
  | 'name-twice'
  | 'name-taken'
  | 'no-links'
  | 'wrong-link'
  | 'link-twice'
  | 'too-many-links';

export type BulkLine = {
  /** From 1. */
  line: number;
  name: string;
  urls: string[];
  problem: BulkProblem | null;
  /** The link with the problem; null: none. */
  wrongLink: string | null;
};

const longestLine = 20_000;
const linkName = nameText(40);
const startOfLink = new RegExp(`^${linkStart}`, 'iu');
// A run of commas is matched only from its beginning: rows of a wide table end with thousands of them.
const betweenLinks = new RegExp(`[\\s|]+|(?<![,;"])[,;"]+(?=${linkStart}|\\s|$)`, 'iu');

/**
 * Parses the lines of a text: a name, then account links, separated by spaces, tabs, commas, semicolons or bars. A quoted cell
 * may contain line breaks. Blank lines are skipped. `hasSources`: a source provides the targets, so a name is enough.
 */
export function readBulkLines(platform: PlatformId, text: string, hasSources: boolean): BulkLine[] {
  const names = new Set<string>();
  return [...wholeLines(text)].flatMap(({ line, content: whole }): BulkLine[] => {
    const content = whole.slice(0, longestLine).trim();
    if (content === '') return [];
    const { name, urls } = cut(content);
    const found = problemOf(platform, { name, urls }, { names, hasSources });
    names.add(name.toLowerCase());
    return [{ line, name, urls, problem: null, wrongLink: null, ...found }];
  });
}

/** Splits a line before its first link. */
function cut(content: string): { name: string; urls: string[] } {
  const words = [...content.matchAll(/(?<=^|[\s|,;"])[^\s|,;"]/gu)];
  const start = words.find(({ index }) => startOfLink.test(content.slice(index)))?.index ?? content.length;
  return {
    name: content
      .slice(0, start)
      .replaceAll(/^[\s"]+|(?<![\s|,;"])[\s|,;"]+$/gu, '')
      .replaceAll(/\s+/gu, ' '),
    urls: content
      .slice(start)
      .split(betweenLinks)
      .filter((url) => url !== ''),
  };
}

type Known = { names: ReadonlySet<string>; hasSources: boolean };

function problemOf(
  platform: PlatformId,
  { name, urls }: { name: string; urls: readonly string[] },
  { names, hasSources }: Known,
): { problem: BulkProblem; wrongLink?: string } | null {
  if (name === '') return { problem: 'no-name' };
  if (!linkName.safeParse(name).success) return { problem: 'wrong-name' };
  if (names.has(name.toLowerCase())) return { problem: 'name-twice' };
  if (urls.length === 0 && !hasSources) return { problem: 'no-links' };
  if (urls.length > accountLinkLimits.count) return { problem: 'too-many-links' };
  const wrong = urls.find((url) => !isAccountLink(platform, url));
  if (wrong !== undefined) return { problem: 'wrong-link', wrongLink: wrong.slice(0, 100) };
  const twice = urls.find((url, at) => urls.indexOf(url) < at);
  return twice === undefined ? null : { problem: 'link-twice', wrongLink: twice.slice(0, 100) };
}

const anyLink = new RegExp(`(?:^|[\\s|,;"])${linkStart}`, 'iu');

/** Returns whether the line contains anything that looks like a link. */
export const hasLink = (line: string): boolean => anyLink.test(line.slice(0, longestLine));

/** Formats a row of a table as a line for `readBulkLines`. */
export function bulkLineOf(cells: readonly string[]): string {
  const filled = cells.map((cell) => cell.trim().replaceAll(/\s+/gu, ' ')).filter((cell) => cell !== '');
  const [first = '', ...rest] = filled;
  return rest.length === 0 ? first : `${first}\t${rest.join(' ')}`;
}

const bulkLink = z.strictObject({
  name: linkName,
  urls: z.array(z.string().max(accountLinkLimits.length)).max(accountLinkLimits.count),
});

type ManyForm = {
  platform: PlatformId;
  sources: readonly unknown[];
  links: readonly { name: string; urls: readonly string[] }[];
};

/** Applies the rules of `readBulkLines` to what a client sends. */
const checkLinks = ({ platform, sources, links }: ManyForm, context: z.RefinementCtx) => {
  const refuse = (path: PropertyKey[], rule?: string) =>
    context.addIssue({ code: 'custom', path, params: { rule } });
  const names = new Set<string>();
  for (const [at, { name, urls }] of links.entries()) {
    if (names.has(name.toLowerCase())) refuse(['links', at, 'name']);
    names.add(name.toLowerCase());
    if (urls.length === 0 && sources.length === 0) refuse(['links', at, 'urls'], 'empty');
    for (const [place, url] of urls.entries())
      if (!isAccountLink(platform, url)) refuse(['links', at, 'urls', place], 'link');
      else if (urls.indexOf(url) < place) refuse(['links', at, 'urls', place], 'link-twice');
  }
  const targets = links.reduce((sum, { urls }) => sum + urls.length, 0);
  if (targets > bulkLimits.targets) refuse(['links']);
};

export const checkSplitLinkNames = endpoint({
  method: 'POST',
  path: '/api/user/splitLink/many/names',
  audience: ['console'],
  summary:
    'The positions of those names that other split links, or earlier ones in the request, already have, and the number of links that the workspace may still create.',
  body: z.strictObject({ names: z.array(z.string().max(200)).max(bulkLimits.links) }),
  answer: z.object({
    /** Positions in the request, from 0. */
    taken: z.array(z.int()),
    left: z.int(),
  }),
  audit: { none: 'Reads, and stores nothing.' },
});

export const readSplitLinkFile = endpoint({
  method: 'POST',
  path: '/api/user/splitLink/many/file',
  audience: ['console'],
  summary:
    'Reads the lines of an uploaded file (`purpose`: `split-links`; text, CSV or workbook) without a header row.',
  body: z.strictObject({ fileId: id }),
  answer: z.object({
    /** At most 200, each with a name and account links. */
    lines: z.array(z.string()),
    /** True if the file has more rows. */
    more: z.boolean(),
  }),
  errors: ['resource.not-found', 'split-link.file-unreadable'],
  rateLimit: { max: 60, windowSeconds: 60, per: 'workspace' },
  audit: { none: 'Reads, and stores nothing.' },
});

export const createSplitLinks = endpoint({
  method: 'POST',
  path: '/api/user/splitLink/many/create',
  audience: ['console'],
  summary:
    'Creates split links with the same settings: all of them, or none. Repeating a `batchId` creates nothing and returns the first answer.',
  body: z
    .strictObject({
      /** Chosen by the client. */
      batchId: id,
      links: z.array(bulkLink).min(1).max(bulkLimits.links),
      ...settingsForm,
    })
    .superRefine(checkLinks)
    .superRefine(checkSources)
    .superRefine(checkPreview),
  answer: z.object({ list: z.array(splitLinkListed) }),
  errors: [
    'split-domain.not-verified',
    'split-link.name-taken',
    'split-link.too-many',
    'split-link.source-unavailable',
    'resource.not-found',
  ],
  audit: 'split-link.created',
});

export const exportSplitLinks = endpoint({
  method: 'GET',
  path: '/api/user/splitLink/many/export',
  audience: ['console'],
  summary:
    'The split links created by one request as a spreadsheet, in the caller’s language; kept for 30 days.',
  query: z.strictObject({ batchId: id }),
  answer: z.never(),
  file: spreadsheetMediaType,
  errors: ['split-link.not-found'],
  rateLimit: exportLimit,
  audit: 'records.exported',
});
