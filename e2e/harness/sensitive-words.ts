import { createSensitiveWordRule } from '@parley/contract/sensitive-words';
import type { Owner } from './people.ts';

/** Creates rules that record and alert; none blocks the journeys' texts. */
export async function writeSensitiveWords({ client }: Owner): Promise<void> {
  const shared = { sender: 'both' as const, range: 'all' as const, subAccountIds: [], enabled: true };
  const none = { links: false, walletAddresses: false, phoneNumbers: false, words: [], exceptions: [] };
  const rules = [
    { ...none, title: 'Sizes', words: ['talla*', 'size*'], action: 'log' as const },
    { ...none, title: 'Links', links: true, exceptions: ['shop.example.com'], action: 'alert' as const },
    {
      ...none,
      title: 'Payment outside the shop',
      words: ['paypal', 'wire transfer', '加微信'],
      walletAddresses: true,
      phoneNumbers: true,
      action: 'block' as const,
    },
  ];
  for (const rule of rules) await client.call(createSensitiveWordRule, { body: { ...shared, ...rule } });
}
