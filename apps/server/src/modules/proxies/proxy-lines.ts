/** Parses an import: one proxy per line, `protocol://user:pass@host:port # name`. */

import {
  proxyHost,
  proxyImportLimit,
  proxyPassword,
  proxyProtocol,
  proxyUserName,
} from '@parley/contract/proxies';
import { codePoints, nameText } from '@parley/contract/values';
import type { ProxyAccess } from '../../base/proxied-network.ts';
import { canonicalHost, proxyKey } from './proxy-address.ts';

export type LineProblem = {
  /** Counted from 1. */
  line: number;
  /** The line without its password; where its position is unclear, without everything that may contain it. */
  text: string;
  problem: 'unreadable' | 'protocol' | 'host' | 'port' | 'user' | 'private' | 'double' | 'too-many';
};
export type ParsedLine = { line: number; text: string; name: string; access: ProxyAccess };

const longestName = 50;

/** Returns all lines in order. Blank lines are skipped; beyond the limit only the first line is reported. */
export function readProxyLines(lines: string): { read: ParsedLine[]; problems: LineProblem[] } {
  const read: ParsedLine[] = [];
  const problems: LineProblem[] = [];
  const seen = new Set<string>();
  let taken = 0;
  for (const [index, raw] of lines.split(/\r\n|\n|\r/).entries()) {
    const text = raw.trim();
    if (text === '') continue;
    const line = index + 1;
    if (taken === proxyImportLimit) {
      problems.push({ line, text: readLine(text).text, problem: 'too-many' });
      break;
    }
    taken += 1;
    const found = readLine(text);
    if ('problem' in found) problems.push({ line, ...found });
    else if (seen.has(proxyKey(found.access))) problems.push({ line, text: found.text, problem: 'double' });
    else read.push({ line, ...found });
    if ('access' in found) seen.add(proxyKey(found.access));
  }
  return { read, problems };
}

/**
 * User and password extend to the last `@`, and the name contains none: a name could not be distinguished from the end
 * of a password that should have been percent-encoded.
 */
const form =
  /^([a-z][a-z\d+.-]*):\/\/(?:([^\s#]*)@)?(\[[^\s#@\]]*\]|[^\s#@:/]*)(?::([^\s#@:/]*))?\/?\s*(?:#([^@]*))?$/i;

function readLine(text: string): Omit<LineProblem, 'line'> | Omit<ParsedLine, 'line'> {
  const match = form.exec(text);
  if (!match) return { text: withoutSecrets(text), problem: 'unreadable' };
  const [, protocol = '', login = '', writtenHost = '', writtenPort = '', name = ''] = match;
  const [user, password] = split(login);
  // A login without a colon may be a password, and so may the part before an `@` in the user: `u://secret@x:y@host`.
  const shownUser = login.includes(':') && !user.includes('@') ? user : '…';
  const shown =
    login === ''
      ? withoutSecrets(text)
      : cut(`${protocol}://${shownUser}@${writtenHost}${writtenPort && `:${writtenPort}`}`, 300);
  const refuse = (problem: LineProblem['problem']) => ({ text: shown, problem });
  const networkProtocol = proxyProtocol.safeParse(protocol.toLowerCase());
  if (!networkProtocol.success) return refuse('protocol');
  const host = proxyHost.safeParse(writtenHost);
  const canonical = host.success ? canonicalHost(host.data) : null;
  if (canonical === null) return refuse('host');
  const port = /^\d{1,5}$/.test(writtenPort) ? Number(writtenPort) : 0;
  if (port < 1 || port > 65_535) return refuse('port');
  const userName = proxyUserName.safeParse(decoded(user));
  const secret = proxyPassword.safeParse(decoded(password));
  if (!userName.success || !secret.success) return refuse('user');
  const access = {
    networkProtocol: networkProtocol.data,
    host: canonical,
    port,
    proxyUserName: userName.data,
    proxyPassword: secret.data,
  };
  return { text: shown, name: nameOf(name, `${canonical}:${port}`), access };
}

function split(login: string): [user: string, password: string] {
  const colon = login.indexOf(':');
  return colon === -1 ? [login, ''] : [login.slice(0, colon), login.slice(colon + 1)];
}

/** Returns null for an invalid percent escape. */
function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** Masks a line that can't be parsed, in which the position of the password is unknown. */
function withoutSecrets(text: string): string {
  const protocol = /^[a-z\d]{1,10}:\/\//i.exec(text)?.[0] ?? '';
  return `${protocol}…`;
}

/** Returns the name, or the address in place of an invalid name. */
function nameOf(written: string, address: string): string {
  const name = nameText(longestName).safeParse(cut(written.trim(), longestName));
  return name.success ? name.data : cut(address, longestName);
}

function cut(text: string, max: number): string {
  return codePoints(text) <= max ? text : [...text].slice(0, max).join('');
}
