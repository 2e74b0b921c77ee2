/** Compiles a workspace's enabled rules for searching messages. */
import { foldKeyword, foldText } from '@parley/contract/automation';
import type { SensitiveWordAction } from '@parley/contract/sensitive-words';
import { createWordSearch } from '../../base/text/word-search.ts';
import { hostKey } from './finders/links.ts';
import { digitsOf } from './finders/phones.ts';
import { normalize } from './readings.ts';

/** An enabled rule as stored. `subAccountIds` is null when it applies to all. */
export type StoredWordRule = {
  id: string;
  title: string;
  words: readonly string[];
  links: boolean;
  walletAddresses: boolean;
  phoneNumbers: boolean;
  exceptions: readonly string[];
  sender: 'agent' | 'customer' | 'both';
  action: SensitiveWordAction;
  subAccountIds: readonly string[] | null;
};

export type CompiledWordRule = Omit<StoredWordRule, 'words' | 'exceptions' | 'subAccountIds'> & {
  subAccountIds: ReadonlySet<string> | null;
  exceptions: Exceptions;
};
/** Exceptions by type of find, in the form compared. Exceptions to words are found in the search itself. */
type Exceptions = {
  hosts: ReadonlySet<string>;
  /** Hosts with a path. */
  paths: readonly string[];
  addresses: ReadonlySet<string>;
  numbers: ReadonlySet<string>;
};

export type CompiledWordRules = {
  rules: readonly CompiledWordRule[];
  /** The words and exceptions in a folded text, with entries that `readEntry` reads. */
  search: ReturnType<typeof createWordSearch>;
  /** Estimated memory use, in UTF-16 units. */
  weight: number;
};

export function compileRules(stored: readonly StoredWordRule[]): CompiledWordRules {
  const entries = new Map<string, number[]>();
  let weight = 0;
  const add = (text: string, entry: number) => {
    const known = entries.get(text);
    if (known) known.push(entry);
    else entries.set(text, [entry]);
    weight += known ? 1 : text.length + 1;
  };
  for (const [at, { words, exceptions, subAccountIds }] of stored.entries()) {
    for (const word of words) {
      const { text, open } = foldKeyword(word);
      add(text, at * 4 + (open ? 1 : 0));
    }
    for (const exception of exceptions) add(foldText(exception), at * 4 + 2);
    weight += 100 + 50 * exceptions.length + 20 * (subAccountIds?.length ?? 0);
  }
  return { rules: stored.map(compileRule), search: createWordSearch(entries), weight };
}

/** Decodes an entry of the search. Its lowest bit marks an open word, such as `pay*`. */
export const readEntry = (entry: number) => ({
  rule: entry >> 2,
  isException: (entry & 2) === 2,
  open: (entry & 1) === 1,
});

function compileRule({ words: _, exceptions, subAccountIds, ...rule }: StoredWordRule): CompiledWordRule {
  const links = exceptions.map((text) => linkKey(foldText(text))).filter((link) => link.includes('.'));
  const written = exceptions.map(normalize);
  const numbers = written.filter((text) => /^[\d\s()+./-]+$/.test(text)).map(numberKey);
  return {
    ...rule,
    subAccountIds: subAccountIds && new Set(subAccountIds),
    exceptions: {
      hosts: new Set(links.filter((link) => !link.includes('/'))),
      paths: links.filter((link) => link.includes('/')),
      addresses: new Set(written.map(addressKey)),
      numbers: new Set(numbers.filter((digits) => digits !== '')),
    },
  };
}

/** Returns an address in the form compared: case matters for Bitcoin and TRON, not for other chains. */
export const addressKey = (address: string): string =>
  /^(0x|bc1)/i.test(address) ? address.toLowerCase() : address;

/** Returns a link in the form compared, without the part before the domain. */
function linkKey(link: string): string {
  const key = link.replace(/^[a-z][a-z0-9+.-]*:\/\//, '').replace(/^www\./, '');
  const [host = ''] = key.split('/', 1);
  return (hostKey(host) + key.slice(host.length)).replace(/\/$/, '');
}

/** Returns the digits without China's country code, because its mobile numbers are written with and without it. */
export const numberKey = (number: string): string => digitsOf(number).replace(/^86(?=1\d{10}$)/, '');
