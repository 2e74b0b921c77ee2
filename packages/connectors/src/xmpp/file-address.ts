/**
 * Addresses of files, which servers and customers choose: only those that can't lead into a private network are requested, and
 * only with encryption. The network layer refuses private addresses too, but doesn't resolve names if a proxy does.
 */
import { isIP } from 'node:net';
import type { XmppCredentials } from './manifest.ts';

/** Returns the URL if it may be requested, else null. */
export type FileAddressRule = (text: string) => URL | null;

/** In characters: more than any upload service needs, and within the stored length of a medium's handle. */
const longest = 2_000;

/** Names that are resolved inside private networks. RFC 6761, RFC 6762, RFC 8375, and ICANN's `internal` */
const inward = /(^|\.)(localhost|local|internal|intranet|lan|home\.arpa)$/;

export function fileAddressRule({ jid, service }: Pick<XmppCredentials, 'jid' | 'service'>): FileAddressRule {
  const domain = jid.slice(jid.indexOf('@') + 1);
  const server = service === undefined ? null : new URL(service).hostname;
  return (text) => {
    const url = text.length > longest || /\s/.test(text) ? null : URL.parse(text);
    if (url === null || url.username !== '' || url.password !== '') return null;
    // As for the stream: on loopback only, an unencrypted connection exposes nothing.
    if (url.protocol === 'http:') return url.hostname === server && isLoopback(url.hostname) ? url : null;
    if (url.protocol !== 'https:') return null;
    return isWithin(url.hostname, domain) || isPublicName(url.hostname) ? url : null;
  };
}

/** Returns whether a host is this machine. */
export function isLoopback(host: string): boolean {
  return ['localhost', '::1', '[::1]'].includes(host) || /^127\.\d+\.\d+\.\d+$/.test(host);
}

/** Returns whether a host is this domain or a subdomain. */
export const isWithin = (host: string, domain: string): boolean =>
  host === domain || host.endsWith(`.${domain}`);

function isPublicName(hostname: string): boolean {
  const host = hostname.replace(/\.$/, '');
  return host.includes('.') && isIP(host) === 0 && !inward.test(host);
}
