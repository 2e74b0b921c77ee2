import { createQuickReply } from '@parley/contract/quick-replies';
import type { Owner } from './people.ts';

const texts = [
  {
    name: 'shipping',
    title: 'Shipping time',
    content: 'Hello {{fan|there}}, your order arrives in three to five days.',
    language: 'en',
    translations: [
      { language: 'es', content: 'Hola {{fan|cliente}}, su pedido llega en tres a cinco días.' },
      { language: 'zh-CN', content: '{{fan|您}}好，您的订单将在三到五天内送达。' },
    ],
  },
  {
    name: 'return',
    title: 'Returns',
    content: 'You can return it within 30 days. {{agent}} of {{account}}',
    language: 'en',
    translations: [],
  },
  {
    name: '问候',
    title: '问候语',
    content: '您好，{{fan|朋友}}！我是{{agent}}，很高兴为您服务。',
    language: 'zh-CN',
    translations: ['en', 'es', 'pt', 'fr'].map((language) => ({ language, content: `Hello! (${language})` })),
  },
];

export async function writeQuickReplies({ client }: Owner): Promise<void> {
  for (const body of texts) await client.call(createQuickReply, { body });
}
