/**
 * Addresses of files, which servers and customers choose: only what can't lead into a private network is asked for, and
 * only with encryption. The network below refuses private addresses too, but resolves no names where a proxy does.
 */
import { isIP } from 'node:net';
import type { XmppCredentials } from './manifest.ts';

/** Returns an address as it may be asked for; null: it isn't asked for at all. */
export type FileAddressRule = (text: string) => URL | null;

/** Characters: more than any upload service needs, and within what is stored of a medium's handle. */
const longest = 2_000;

/** Names that a resolver of a private network answers. RFC 6761, RFC 6762, RFC 8375, and ICANN's `internal` */
const inward = /(^|\.)(localhost|local|internal|intranet|lan|home\.arpa)$/;

export function fileAddressRule({ jid, service }: Pick<XmppCredentials, 'jid' | 'service'>): FileAddressRule {
  const domain = jid.slice(jid.indexOf('@') + 1);
  const server = service === undefined ? null : new URL(service).hostname;
  return (text) => {
    const url = text.length > longest || /\s/.test(text) ? null : URL.parse(text);
    if (url === null || url.username !== '' || url.password !== '') return null;
    // As for the stream: only on this machine does doing without encryption expose nothing.
    if (url.protocol === 'http:') return url.hostname === server && isLoopback(url.hostname) ? url : null;
    if (url.protocol !== 'https:') return null;
    return isWithin(url.hostname, domain) || isPublicName(url.hostname) ? url : null;
  };
}

/** Returns whether a host is this machine itself. */
export function isLoopback(host: string): boolean {
  return ['localhost', '::1', '[::1]'].includes(host) || /^127\.\d+\.\d+\.\d+$/.test(host);
}

/** Returns whether a host is this domain or one below it. */
export const isWithin = (host: string, domain: string): boolean =>
  host === domain || host.endsWith(`.${domain}`);

function isPublicName(hostname: string): boolean {
  const host = hostname.replace(/\.$/, '');
  return host.includes('.') && isIP(host) === 0 && !inward.test(host);
}
