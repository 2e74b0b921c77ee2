import { createKeywordRule, createWelcomeTemplate } from '@parley/contract/automation';
import type { Owner } from './people.ts';

const forAll = { range: 'all' as const, subAccountIds: [], enabled: true };
const text = (words: string) => ({ kind: 'text' as const, text: words });

const templates = [
  {
    ...forAll,
    title: 'Within the hour',
    contents: [text('Thank you for writing to us! Somebody will answer within the hour.')],
  },
  {
    ...forAll,
    title: '国庆假期',
    enabled: false,
    contents: [text('您好，{{fan|朋友}}！国庆期间我们休息。'), text('十月八日起恢复回复。')],
  },
];

const rule = {
  ...forAll,
  match: 'partial' as const,
  matchTranslation: true,
  replyMethod: 'all' as const,
  delaySeconds: 5,
  send: 'translated' as const,
};
const rules = [
  {
    ...rule,
    title: 'Shipping time',
    keywords: ['delivery', 'ship*', '运费', '发货', 'arrive'],
    contents: [text('Orders arrive in three to five days.')],
  },
  {
    ...rule,
    title: 'Menu: returns',
    keywords: ['1'],
    match: 'exact' as const,
    matchTranslation: false,
    contents: [text('You can return it within 30 days.'), text('{{agent}} is happy to help.')],
  },
  {
    ...rule,
    title: '营业时间',
    enabled: false,
    keywords: ['几点', '营业'],
    contents: [text('早九点到晚六点。')],
  },
];

/** Creates the rules after the conversations, which therefore stay as they are. */
export async function writeAutomaticReplies({ client }: Owner): Promise<void> {
  for (const body of templates) await client.call(createWelcomeTemplate, { body });
  for (const body of rules) await client.call(createKeywordRule, { body });
}
