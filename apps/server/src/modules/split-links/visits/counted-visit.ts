/** Tells people from programs, and devices apart. */
import type { SplitLink } from '@parley/contract/split-links';
import { isbot } from 'isbot';

type Asked = { method: string; headers: Readonly<Record<string, string | string[] | undefined>> };

const text = (value: string | string[] | undefined): string => (typeof value === 'string' ? value : '');

/**
 * Is the request a person's visit? Prefetches of browsers (https://wicg.github.io/nav-speculation/prefetch.html, and the
 * older headers of Safari and Firefox), robots, previews of links and HEAD requests are none.
 */
export function isPersonsVisit({ method, headers }: Asked): boolean {
  if (method !== 'GET') return false;
  const purposes = [headers['sec-purpose'], headers.purpose, headers['x-purpose'], headers['x-moz']].map(
    text,
  );
  if (purposes.some((purpose) => /prefetch|preview|prerender/i.test(purpose))) return false;
  const agent = text(headers['user-agent']);
  return agent !== '' && !isbot(agent);
}

/** Is the request a robot's, such as those that make previews of links in chats? Browsers that prefetch are none. */
export function isRobot({ headers }: Pick<Asked, 'headers'>): boolean {
  const agent = text(headers['user-agent']);
  return agent !== '' && isbot(agent);
}

/** Longer ones say no more. */
const longestAgent = 300;

/** The browser's name for itself, as it is stored. */
export const userAgentOf = ({ headers }: Asked): string =>
  text(headers['user-agent'])
    .replace(/\p{Cc}/gu, ' ')
    .toWellFormed()
    .slice(0, longestAgent)
    .toWellFormed();

/**
 * Is the device one of those that a link shares out? Browsers say it themselves (Sec-CH-UA-Mobile, the client hint that
 * needs no consent), others by their names. A tablet is a mobile device.
 */
export function isDeviceOf(device: SplitLink['device'], { headers }: Pick<Asked, 'headers'>): boolean {
  if (device === 'any') return true;
  const hint = text(headers['sec-ch-ua-mobile']);
  const isMobile =
    hint === '?1' ||
    /android|iphone|ipad|ipod|mobile|windows phone|harmonyos/i.test(text(headers['user-agent']));
  return isMobile === (device === 'mobile');
}
