import { expect, it } from 'vitest';
import { errorMessage } from '../errors.ts';
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

it('says where a log-in was refused and why, in words', () => {
  const details = { place: 'desk', reason: 'identity.wrong-credentials' };
  expect(auditDetailsIn(details, 'en-US')).toEqual([
    { name: 'Logged in to', value: 'Desk' },
    { name: 'Reason', value: errorMessage('identity.wrong-credentials', 'en-US') },
  ]);
  expect(auditDetailsIn({ reason: 'refresh token used again' }, 'zh-CN')).toEqual([
    { name: '原因', value: '刷新令牌被重复使用' },
  ]);
  expect(auditDetailsIn({ reason: 'Unpaid' }, 'zh-CN')).toEqual([{ name: '原因', value: 'Unpaid' }]);
});

it('keeps a detail that has no name in words', () => {
  expect(auditDetailsIn({ shelf: 'top' }, 'en-US')).toEqual([{ name: 'shelf', value: 'top' }]);
});
