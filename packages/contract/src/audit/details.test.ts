import { expect, it } from 'vitest';
import { errorMessage } from '../errors.ts';
import { auditDetailsIn } from './details.ts';

it('names details and their values in the reader’s language, and leaves out what is empty', () => {
  const details = { mode: 'auto', unlimited: false, amount: 5_000, remark: null };
  expect(auditDetailsIn(details, 'en-US')).toEqual([
    { name: 'Connection', value: 'Automatic' },
    { name: 'Unlimited characters', value: 'No' },
    { name: 'Amount', value: '5,000' },
  ]);
  expect(auditDetailsIn({ platform: 'webchat' }, 'zh-CN')).toEqual([{ name: '平台', value: '网站聊天' }]);
});

it('describes where and why a login was refused', () => {
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

it('keeps the key of a detail without a translated name', () => {
  expect(auditDetailsIn({ shelf: 'top' }, 'en-US')).toEqual([{ name: 'shelf', value: 'top' }]);
});

it('shows a change as one entry, earlier value first, regardless of the key order', () => {
  const details = { 'name.after': 'B', 'enabled.after': false, 'name.before': 'A', 'enabled.before': true };
  expect(auditDetailsIn(details, 'en-US')).toEqual([
    { name: 'Name', value: 'A → B' },
    { name: 'Enabled', value: 'Yes → No' },
  ]);
  expect(auditDetailsIn({ 'remark.after': 'x', 'remark.before': null }, 'zh-CN')).toEqual([
    { name: '备注', value: '（空） → x' },
  ]);
});

it('shows the pairs of older entries the same way', () => {
  expect(auditDetailsIn({ after: 'B', before: 'A' }, 'zh-CN')).toEqual([{ name: '变更', value: 'A → B' }]);
  expect(auditDetailsIn({ to: 'b@c', from: 'a@c' }, 'en-US')).toEqual([
    { name: 'E-mail address', value: 'a@c → b@c' },
  ]);
});

it('names languages, inherited settings and changes of a picture', () => {
  const details = {
    'sendTargetLanguage.before': 'inherited',
    'sendTargetLanguage.after': 'es',
    'receiveSourceLanguage.before': 'auto',
    'receiveSourceLanguage.after': 'fr',
    logo: 'replaced',
  };
  expect(auditDetailsIn(details, 'en-US')).toEqual([
    { name: 'Sent: target language', value: 'Inherited → Spanish' },
    { name: 'Received: source language', value: 'Automatic → French' },
    { name: 'Logo', value: 'Replaced' },
  ]);
  expect(auditDetailsIn(details, 'zh-CN').map(({ value }) => value)).toEqual([
    '继承 → 西班牙语',
    '自动 → 法语',
    '已更换',
  ]);
});
