import { splitLinks } from '@parley/contract/examples';
import * as splitLinksApi from '@parley/contract/split-links';
import type { WorldPart } from '../../../testing/world-part.ts';

const { body } = splitLinks.examples.createSplitLink;

export const worldPart: WorldPart = {
  async make({ app, owner }) {
    const targets = body.targets.map((target) => ({ ...target, socialAccountId: null }));
    const { id } = await app.call(
      splitLinksApi.createSplitLink,
      { body: { ...body, name: 'Spring campaign', targets } },
      owner.token,
    );
    return { [splitLinks.splitLinkId]: id };
  },
};
