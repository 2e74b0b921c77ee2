import * as automationApi from '@parley/contract/automation';
import { automation } from '@parley/contract/examples';
import type { WorldPart } from '../../../testing/world-part.ts';

export const worldPart: WorldPart = {
  async make({ app, owner }) {
    const forAll = { range: 'all' as const, subAccountIds: [] };
    const welcome = { ...automation.examples.createWelcomeTemplate.body, ...forAll };
    // Only the text of the example's contents: this world's materials are created by another module.
    const contents = welcome.contents;
    const rule = { ...automation.examples.createKeywordRule.body, ...forAll, contents };
    const template = await app.call(automationApi.createWelcomeTemplate, { body: welcome }, owner.token);
    const keyword = await app.call(automationApi.createKeywordRule, { body: rule }, owner.token);
    return { [automation.welcomeTemplateId]: template.id, [automation.keywordRuleId]: keyword.id };
  },
};
