/** The sensitive-word rules and records of a workspace, in memory. */
import * as api from '@parley/contract/sensitive-words';
import { FixtureRefusal, getItem, has, pageOf, type Route, route } from '../../../lib/testing/route.ts';
import { sampleId, sampleTime } from '../../../lib/testing/samples.ts';

const someRule = (given: Partial<api.SensitiveWordRule> = {}): api.SensitiveWordRule => ({
  id: sampleId(71, 1),
  title: 'Deals outside the shop',
  words: ['wire transfer', 'paypal*'],
  links: true,
  walletAddresses: false,
  phoneNumbers: false,
  exceptions: ['shop.example.com'],
  sender: 'both',
  action: 'block',
  range: 'all',
  subAccountIds: [],
  subAccountNames: [],
  enabled: true,
  version: 1,
  createdAt: sampleTime,
  updatedAt: sampleTime,
  ...given,
});

export const someRecord = (given: Partial<api.SensitiveWordRecord> = {}): api.SensitiveWordRecord => ({
  id: sampleId(72, 1),
  time: sampleTime,
  ruleId: sampleId(71, 1),
  ruleTitle: 'Deals outside the shop',
  action: 'alert',
  direction: 'in',
  foundIn: 'original',
  finds: [{ kind: 'link', text: 't.me/other' }],
  excerpt: 'Write to t.me/other',
  conversationId: sampleId(73, 1),
  conversationTitle: 'Marta',
  conversationNamed: true,
  subAccountId: sampleId(74, 1),
  subAccountRemark: 'Ana',
  socialAccountId: sampleId(75, 1),
  socialAccountName: 'Shop',
  messageId: sampleId(76, 1),
  seq: 7,
  ...given,
});

export type SensitiveWordWorld = {
  rules: api.SensitiveWordRule[];
  records: api.SensitiveWordRecord[];
  trial: api.SensitiveWordTrial;
  unseen: number;
};

export const sensitiveWordWorld = (given: Partial<SensitiveWordWorld> = {}): SensitiveWordWorld => ({
  rules: [someRule()],
  records: [someRecord()],
  trial: { outcome: 'none', rules: [] },
  unseen: 1,
  ...given,
});

function itemOf({
  words,
  exceptions,
  subAccountIds,
  ...rule
}: api.SensitiveWordRule): api.SensitiveWordRuleItem {
  return {
    ...rule,
    firstWords: words.slice(0, 10),
    wordCount: words.length,
    exceptionCount: exceptions.length,
    subAccountCount: subAccountIds.length,
  };
}

export function sensitiveWordRoutes(world: SensitiveWordWorld): Route[] {
  const { rules } = world;
  const one = (id: string) =>
    getItem(rules, (candidate) => candidate.id === id, 'sensitive-word-rule.not-found');
  return [
    route(api.sensitiveWordRulePage, ({ query }) => {
      const matching = rules.filter(
        ({ title, action }) => has(title, query.search) && (query.action ?? action) === action,
      );
      return pageOf(matching.map(itemOf), query);
    }),
    route(api.getSensitiveWordRule, ({ query }) => one(query.ruleId)),
    route(api.createSensitiveWordRule, ({ body }) => {
      const rule = someRule({ ...body, id: sampleId(71, rules.length + 1) });
      rules.push(rule);
      return rule;
    }),
    route(api.updateSensitiveWordRule, ({ body: { ruleId, version, ...form } }) => {
      const rule = one(ruleId);
      if (rule.version !== version) throw new FixtureRefusal('resource.stale');
      return Object.assign(rule, form, { version: version + 1 });
    }),
    route(api.setSensitiveWordRulesEnabled, ({ body }) => {
      const changed = body.ids.map(one).filter(({ enabled }) => enabled !== body.enabled);
      for (const rule of changed) rule.enabled = body.enabled;
      return { changed: changed.length };
    }),
    route(api.deleteSensitiveWordRules, ({ body }) => {
      for (const rule of body.ids.map(one)) rules.splice(rules.indexOf(rule), 1);
      return { changed: body.ids.length };
    }),
    route(api.trySensitiveWords, () => world.trial),
    route(api.sensitiveWordRecordPage, ({ query }) => ({
      list: world.records.filter(({ action }) => (query.action ?? action) === action),
      nextCursor: null,
    })),
    route(api.countSensitiveWordAlerts, () => ({ unseen: world.unseen })),
    route(api.seeSensitiveWordAlerts, () => {
      const changed = world.unseen;
      world.unseen = 0;
      return { changed };
    }),
  ];
}
