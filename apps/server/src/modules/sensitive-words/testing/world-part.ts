import { sensitiveWords } from '@parley/contract/examples';
import * as api from '@parley/contract/sensitive-words';
import type { WorldPart } from '../../../testing/world-part.ts';

export const worldPart: WorldPart = {
  async make({ app, owner }) {
    const { body } = sensitiveWords.examples.createSensitiveWordRule;
    // Disabled, so that the other examples' messages pass.
    const form = { ...body, range: 'all' as const, subAccountIds: [], enabled: false };
    const { id } = await app.call(api.createSensitiveWordRule, { body: form }, owner.token);
    return { [sensitiveWords.sensitiveWordRuleId]: id };
  },
};
