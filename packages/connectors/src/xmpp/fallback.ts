/** Parts of a body that are fallbacks for clients without support for other elements. XEP-0428 */
import type { Element } from '@xmpp/client';
import { ns } from './namespaces.ts';

/** Returns a body without the fallback for `feature`. Offsets count code points (XEP-0426). */
export function withoutFallback(stanza: Element, body: string, feature: string): string {
  const part = stanza
    .getChildren('fallback', ns.fallback)
    .find(({ attrs }) => attrs.for === feature)
    ?.getChild('body');
  const [start, end] = [part?.attrs.start, part?.attrs.end].map(Number);
  if (start === undefined || end === undefined || !(start >= 0 && start < end)) return body;
  const characters = Array.from(body);
  return [...characters.slice(0, start), ...characters.slice(end)].join('');
}
