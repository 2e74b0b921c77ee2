/** Tells people from programs, and mobile devices from others. */
import type { SplitLink } from '@parley/contract/split-links';
import { isbot } from 'isbot';
import { LRUCache } from 'lru-cache';

type Headers = Readonly<Record<string, string | string[] | undefined>>;
type Asked = { method: string; headers: Headers };

type Agent = {
  /** The user agent as stored. */
  name: string;
  isRobot: boolean;
  isMobile: boolean;
};

/** Maximum stored length of a user agent; longer ones carry no more information. */
const longestName = 300;
/** Few distinct user agents occur, so parsed ones are cached, up to this length; longer ones are parsed each time. */
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
 * Returns true if a person made the request. Not counted: prefetches of browsers
 * (https://wicg.github.io/nav-speculation/prefetch.html, and the older headers of Safari and Firefox), robots, link previews and
 * HEAD requests.
 */
export function isHumanVisit({ method, headers }: Asked): boolean {
  if (method !== 'GET') return false;
  for (const header of ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'])
    if (headers[header] !== undefined && /prefetch|preview|prerender/i.test(text(headers[header])))
      return false;
  const { name, isRobot } = agentOf(headers);
  return name !== '' && !isRobot;
}

/** Returns true for a robot, such as those that build link previews in chats, but not for a prefetching browser. */
export const isRobot = ({ headers }: Pick<Asked, 'headers'>): boolean => agentOf(headers).isRobot;

/** Returns the user agent as stored. */
export const userAgentOf = ({ headers }: Asked): string => agentOf(headers).name;

/**
 * Returns true if the link is meant for the device. Browsers declare it (Sec-CH-UA-Mobile, the client hint that needs no
 * consent), or the user agent tells. A tablet is a mobile device.
 */
export function isDeviceOf(device: SplitLink['device'], { headers }: Pick<Asked, 'headers'>): boolean {
  if (device === 'any') return true;
  const isMobile = text(headers['sec-ch-ua-mobile']) === '?1' || agentOf(headers).isMobile;
  return isMobile === (device === 'mobile');
}
