/** A link as visitors are led by it: who can be reached, and in which order. */
import { isDeepStrictEqual } from 'node:util';
import { Batches } from '../../../base/batches.ts';
import type { LiveLink } from './queries.ts';
import { availableTargets, type LiveTarget, roundOf } from './target-choice.ts';

export type KnownLink = {
  link: LiveLink;
  available: LiveTarget[];
  /** The order of one rotation over all that are available. */
  round: LiveTarget[];
};

/** `before`: the link as it was read before. Of heavy targets one round has thousands of turns: that of the same ones stays. */
function knownLink(link: LiveLink, before: KnownLink | null): KnownLink {
  const available = availableTargets(link.targets, link.eligibility);
  if (link.mode !== 'sequential') return { link, available, round: [] };
  const isSame = before !== null && isDeepStrictEqual(before.available, available);
  return { link, available, round: isSame && before.round.length > 0 ? before.round : roundOf(available) };
}

type Asked = { code: string; before: KnownLink | null };

/** Reads the links that are asked for at the same time by one statement. */
export const createLinkReader = (read: (codes: readonly string[]) => Promise<LiveLink[]>) =>
  new Batches<Asked, KnownLink | null>({
    async run(asked) {
      const found = new Map(
        (await read([...new Set(asked.map(({ code }) => code))])).map((link) => [link.code, link]),
      );
      return asked.map(({ code, before }) => {
        const link = found.get(code);
        return link === undefined ? null : knownLink(link, before);
      });
    },
    failsAll: () => true,
  });
