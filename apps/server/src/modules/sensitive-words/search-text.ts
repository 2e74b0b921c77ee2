/** Searches a text by rules, and decides on the consequences. Pure. */
import type { SensitiveFind, SensitiveWordAction } from '@parley/contract/sensitive-words';
import { endOfWord, firstPlaceOf, maskWord } from '../../base/text/word-search.ts';
import {
  addressKey,
  type CompiledWordRule,
  type CompiledWordRules,
  numberKey,
  readEntry,
} from './compiled-rules.ts';
import { findLinks } from './finders/links.ts';
import { findPhones } from './finders/phones.ts';
import { findWallets } from './finders/wallets.ts';
import { normalize, readingsOf } from './readings.ts';

export type TextSender = 'agent' | 'customer';
export type RuleFinds = { rule: CompiledWordRule; finds: SensitiveFind[] };

/** Most finds stored per rule and text, and the longest stored find. */
const most = { finds: 20, letters: 200 };
/** Most occurrences checked per word, which may all be the same. */
const maxPlaces = 100;

/** Returns the rules with finds in a text, and their finds. */
export function searchText(
  { rules, search }: CompiledWordRules,
  text: string,
  { subAccountId, sender }: { subAccountId: string; sender: TextSender },
): RuleFinds[] {
  const applicable = rules.map((rule) => appliesTo(rule, subAccountId, sender));
  if (!applicable.includes(true)) return [];
  const readings = readingsOf(text).map((folded) => ({ folded, named: wordsByRule(search(folded)) }));
  const others = lazily(() => findOthers(text));
  return rules.flatMap((rule, at) => {
    if (!applicable[at]) return [];
    const words = readings.flatMap(({ folded, named }) => wordsIn(folded, named.get(at)));
    const finds = [
      ...new Map(words.map((find) => [find.text, find])).values(),
      ...(searchesOthers(rule) ? othersFor(rule, others()) : []),
    ];
    return finds.length === 0 ? [] : [{ rule, finds: limited(finds) }];
  });
}

type Named = { words: { word: string; open: boolean }[]; exceptions: string[] };

function wordsByRule(found: ReturnType<CompiledWordRules['search']>): Map<number, Named> {
  const named = new Map<number, Named>();
  for (const [word, entries] of found) {
    for (const entry of entries) {
      const { rule, isException, open } = readEntry(entry);
      const own = named.get(rule) ?? { words: [], exceptions: [] };
      if (isException) own.exceptions.push(word);
      else own.words.push({ word, open });
      named.set(rule, own);
    }
  }
  return named;
}

/**
 * Returns a rule's effective action: a blocking rule only alerts on customers' messages, which have already arrived.
 */
export const actionFor = (action: SensitiveWordAction, sender: TextSender): SensitiveWordAction =>
  sender === 'customer' && action === 'block' ? 'alert' : action;

/**
 * Returns a function that cuts an excerpt around the first of some finds; its work on the text is shared by all rules.
 */
export function createExcerpts(text: string, letters = 200): (finds: readonly SensitiveFind[]) => string {
  const points = lazily(() => [...text]);
  const lower = lazily(() => text.toLowerCase());
  // Other readings of a text hardly change the length of what precedes a find.
  const disguised = lazily(() => [normalize(text).toLowerCase(), ...readingsOf(text)]);
  const placeOf = (find: string) => {
    const at = lower().indexOf(find);
    return at >= 0
      ? at
      : (disguised()
          .map((reading) => reading.indexOf(find))
          .find((place) => place >= 0) ?? 0);
  };
  return ([find]) => {
    const all = points();
    const place = find ? [...text.slice(0, placeOf(find.text.toLowerCase()))].length : 0;
    const from = Math.max(0, Math.min(place - letters / 4, all.length - letters));
    return all.slice(from, from + letters).join('');
  };
}

function appliesTo(
  { sender, subAccountIds }: CompiledWordRule,
  subAccountId: string,
  writer: TextSender,
): boolean {
  return (
    (sender === 'both' || sender === writer) && (subAccountIds === null || subAccountIds.has(subAccountId))
  );
}

/** Returns the words found outside exceptions, as they are spelled in the text. */
function wordsIn(
  folded: string,
  { words, exceptions }: Named = { words: [], exceptions: [] },
): SensitiveFind[] {
  if (words.length === 0) return [];
  const text = withoutExceptions(folded, exceptions);
  const found = new Set<string>();
  for (const { word, open } of words) {
    // For `pay*`, finds every word that begins with it, because the agent has to change them all.
    let at = firstPlaceOf(word, open, text);
    for (let places = 0; at !== -1 && places < (open ? maxPlaces : 1); places += 1) {
      const end = open ? endOfWord(text, at + word.length) : at + word.length;
      found.add(text.slice(at, end));
      at = firstPlaceOf(word, open, text, end);
    }
    if (found.size >= most.finds) break;
  }
  return [...found].slice(0, most.finds).map((one) => ({ kind: 'word', text: one }));
}

/** Replaces exceptions by a character that occurs in no word and separates words. */
function withoutExceptions(folded: string, exceptions: readonly string[]): string {
  return exceptions.reduce(
    (text, exception) => maskWord(exception, text, '\uFFFC'.repeat(exception.length)),
    folded,
  );
}

type Others = { links: ReturnType<typeof findLinks>; wallets: string[]; phones: string[] };

function findOthers(text: string): Others {
  const normalized = normalize(text);
  const links = new Map(findLinks(normalized).map((link) => [link.text, link]));
  return {
    links: [...links.values()],
    wallets: [...new Set(findWallets(normalized))],
    phones: [...new Set(findPhones(normalized))],
  };
}

const searchesOthers = ({ links, walletAddresses, phoneNumbers }: CompiledWordRule) =>
  links || walletAddresses || phoneNumbers;

function othersFor(rule: CompiledWordRule, { links, wallets, phones }: Others): SensitiveFind[] {
  const { addresses, numbers } = rule.exceptions;
  const finds: SensitiveFind[] = [];
  const take = (kind: SensitiveFind['kind'], texts: Iterable<string>) => {
    for (const text of texts) if (finds.push({ kind, text }) >= most.finds) return;
  };
  if (rule.links) take('link', foundLinks(links, rule));
  if (rule.walletAddresses)
    take(
      'wallet-address',
      wallets.filter((one) => !addresses.has(addressKey(one))),
    );
  if (rule.phoneNumbers)
    take(
      'phone-number',
      phones.filter((one) => !numbers.has(numberKey(one))),
    );
  return finds;
}

function* foundLinks(links: Others['links'], { exceptions }: CompiledWordRule): Generator<string> {
  for (const link of links) if (!isExcepted(link, exceptions)) yield link.text;
}

/**
 * A domain excepts itself and its subdomains; with a path, everything below the path, unless the link leaves it by
 * `..`.
 */
function isExcepted(
  { host, path }: Others['links'][number],
  { hosts, paths }: CompiledWordRule['exceptions'],
): boolean {
  for (let domain = host; domain !== ''; domain = domain.slice(domain.indexOf('.') + 1)) {
    if (hosts.has(domain)) return true;
    if (!domain.includes('.')) break;
  }
  if (paths.length === 0 || /[/\\](?:\.|%2e){2}(?:[/\\?#]|$)/.test(path)) return false;
  const link = host.replace(/^www\./, '') + path;
  return paths.some(
    (start) =>
      link.startsWith(start) && (link.length === start.length || /[/?#]/.test(link[start.length] ?? '')),
  );
}

function limited(finds: readonly SensitiveFind[]): SensitiveFind[] {
  return finds
    .slice(0, most.finds)
    .map(({ kind, text }) => ({ kind, text: [...text].slice(0, most.letters).join('') }));
}

function lazily<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
