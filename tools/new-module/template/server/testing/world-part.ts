import * as __nouns__Api from '@parley/contract/__kebab-nouns__';
import { __nouns__ } from '@parley/contract/examples';
import type { WorldPart } from '../../../testing/world-part.ts';

export const worldPart: WorldPart = {
  async make({ app, owner }) {
    const { body } = __nouns__.examples.create__Noun__;
    // Another name: the contract tests send the example's.
    const form = { ...body, name: 'Second' };
    const { id } = await app.call(__nouns__Api.create__Noun__, { body: form }, owner.token);
    return { [__nouns__.__noun__Id]: id };
  },
};
