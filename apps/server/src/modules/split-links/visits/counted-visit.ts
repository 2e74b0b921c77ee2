/** Tells people from programs, and devices apart. */
import type { SplitLink } from '@parley/contract/split-links';
import { isbot } from 'isbot';
import { LRUCache } from 'lru-cache';

type Headers = Readonly<Record<string, string | string[] | undefined>>;
type Asked = { method: string; headers: Headers };

type Agent = {
  /** As it is stored. */
  name: string;
  isRobot: boolean;
  isMobile: boolean;
};

/** Longer ones say no more. */
const longestName = 300;
/** Browsers have few names: they are read once. One that is longer than this is read each time. */
const longestKept = 600;
const agents = new LRUCache<string, Agent>({ max: 2_000 });

const text = (value: string | string[] | undefined): string => (typeof value === 'string' ? value : '');

function agentOf(headers: Headers): Agent {
  const given = text(headers['user-agent']);
  const known = agents.get(given);
  if (known !== undefined) return known;
  const agent = readAgent(given);
  if (given.length <= longestKept) agents.set(given, agent);
  return agent;
}

const readAgent = (given: string): Agent => ({
  name: given
    .replace(/\p{Cc}/gu, ' ')
    .toWellFormed()
    .slice(0, longestName)
    .toWellFormed(),
  isRobot: given !== '' && isbot(given),
  isMobile: /android|iphone|ipad|ipod|mobile|windows phone|harmonyos/i.test(given),
});

/**
 * Is the request a person's visit? Prefetches of browsers (https://wicg.github.io/nav-speculation/prefetch.html, and the
 * older headers of Safari and Firefox), robots, previews of links and HEAD requests are none.
 */
export function isPersonsVisit({ method, headers }: Asked): boolean {
  if (method !== 'GET') return false;
  for (const header of ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'])
    if (headers[header] !== undefined && /prefetch|preview|prerender/i.test(text(headers[header])))
      return false;
  const { name, isRobot } = agentOf(headers);
  return name !== '' && !isRobot;
}

/** Is the request a robot's, such as those that make previews of links in chats? Browsers that prefetch are none. */
export const isRobot = ({ headers }: Pick<Asked, 'headers'>): boolean => agentOf(headers).isRobot;

/** The browser's name for itself, as it is stored. */
export const userAgentOf = ({ headers }: Asked): string => agentOf(headers).name;

/**
 * Is the device one of those that a link shares out? Browsers say it themselves (Sec-CH-UA-Mobile, the client hint that
 * needs no consent), others by their names. A tablet is a mobile device.
 */
export function isDeviceOf(device: SplitLink['device'], { headers }: Pick<Asked, 'headers'>): boolean {
  if (device === 'any') return true;
  const isMobile = text(headers['sec-ch-ua-mobile']) === '?1' || agentOf(headers).isMobile;
  return isMobile === (device === 'mobile');
}
