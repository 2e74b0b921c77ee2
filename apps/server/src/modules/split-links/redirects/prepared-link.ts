/** A link prepared for redirects: its available targets and their order. */
import { isDeepStrictEqual } from 'node:util';
import { Batches } from '../../../base/batches.ts';
import type { LiveLink } from './queries.ts';
import { availableTargets, type LiveTarget, roundOf } from './target-choice.ts';

export type PreparedLink = {
  link: LiveLink;
  available: LiveTarget[];
  /** One full round of the rotation over all available targets. */
  round: LiveTarget[];
};

/** `before` is the link as last read. A round of heavy weights has thousands of turns, so it is reused for equal targets. */
function prepareLink(link: LiveLink, before: PreparedLink | null): PreparedLink {
  const available = availableTargets(link.targets, link.eligibility);
  if (link.mode !== 'sequential') return { link, available, round: [] };
  const isSame = before !== null && isDeepStrictEqual(before.available, available);
  return { link, available, round: isSame && before.round.length > 0 ? before.round : roundOf(available) };
}

type Asked = { code: string; before: PreparedLink | null };

/** Batches concurrent reads of links into one statement. */
export const createLinkReader = (read: (codes: readonly string[]) => Promise<LiveLink[]>) =>
  new Batches<Asked, PreparedLink | null>({
    async run(asked) {
      const found = new Map(
        (await read([...new Set(asked.map(({ code }) => code))])).map((link) => [link.code, link]),
      );
      return asked.map(({ code, before }) => {
        const link = found.get(code);
        return link === undefined ? null : prepareLink(link, before);
      });
    },
    failsAll: () => true,
  });
