import { expect, it } from 'vitest';
import { fanName, shownAccount } from './fan-name.ts';

const visitor = { account: '0195a3c2-77aa-7bcd-9001-5e2f4c6a0bb2', handle: '', platform: 'webchat' } as const;
const contact = { account: '34600000000', handle: '', platform: 'whatsapp' } as const;

it('names an unnamed visitor as in the desk, without an account', () => {
  expect(fanName(visitor, 'en-US')).toBe('Visitor 0BB2');
  expect(fanName(visitor, 'zh-CN')).toBe('访客 0BB2');
  expect(shownAccount(visitor)).toBe('');
});

it('prefers the alias, then the nickname, then the handle', () => {
  const named = { ...visitor, nickname: 'Marta', handle: 'marta_r' };
  expect(fanName({ ...named, alias: 'Marta R.' }, 'en-US')).toBe('Marta R.');
  expect(fanName(named, 'en-US')).toBe('Marta');
  expect(fanName({ ...named, nickname: '' }, 'en-US')).toBe('marta_r');
});

it('names an unnamed person of another platform by the account', () => {
  expect(fanName(contact, 'en-US')).toBe('34600000000');
  expect(shownAccount(contact)).toBe('34600000000');
});
