import { expect, it } from 'vitest';
import { auditDetailsIn } from './details.ts';

it('names details and their values in the reader’s language, and leaves out what is empty', () => {
  const details = { mode: 'auto', unlimited: false, amount: 5_000, remark: null };
  expect(auditDetailsIn(details, 'en-US')).toEqual([
    { name: 'Proxy mode', value: 'Automatic' },
    { name: 'Unlimited characters', value: 'No' },
    { name: 'Amount', value: '5,000' },
  ]);
  expect(auditDetailsIn({ platform: 'webchat' }, 'zh-CN')).toEqual([{ name: '平台', value: '网站聊天' }]);
});

it('keeps a detail that has no name in words', () => {
  expect(auditDetailsIn({ shelf: 'top' }, 'en-US')).toEqual([{ name: 'shelf', value: 'top' }]);
});
