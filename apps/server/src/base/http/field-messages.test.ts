import { languageTag } from '@parley/contract/catalogues';
import { sharePassword } from '@parley/contract/chat-shares';
import { profileFields } from '@parley/contract/customer-profiles';
import { emailAddress, newPassword, registrationForm } from '@parley/contract/identity';
import { messageText, nameText } from '@parley/contract/values';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { fieldMessages } from './field-messages.ts';

const form = z.strictObject({
  id: z.uuid(),
  name: nameText(3),
  text: messageText,
  mail: emailAddress,
  password: newPassword,
  language: languageTag,
  count: z.int().min(1).max(9),
  mode: z.enum(['a', 'b']),
  inner: z.strictObject({ on: z.boolean() }),
  list: z.array(z.string()).min(1).max(2),
  pair: z.array(z.string()).min(2),
  code: z.string().min(2),
  share: sharePassword,
  phone: profileFields.phone,
});
const good = {
  id: '0190a6e5-7b6a-7000-8000-000000000000',
  name: 'abc',
  text: 'x',
  mail: 'a@b.example',
  password: 'Lantern42',
  language: 'es',
  count: 1,
  mode: 'a',
  inner: { on: true },
  list: ['x'],
  pair: ['x', 'y'],
  code: 'xy',
  share: '1234',
  phone: '',
};

function messages(change: object, language: 'zh-CN' | 'en-US', schema: z.ZodType = form) {
  const parsed = schema.safeParse({ ...good, ...change }, { reportInput: true });
  return fieldMessages(parsed.error?.issues ?? [], language);
}

describe('the sentence at a field', () => {
  it.each([
    [{ name: undefined }, 'name', 'This is required', '此项必填'],
    [{ count: '1' }, 'count', 'This has the wrong type', '类型不正确'],
    [{ count: null }, 'count', 'This has the wrong type', '类型不正确'],
    [{ count: 0 }, 'count', 'At least 1', '不能小于 1'],
    [{ count: 10 }, 'count', 'At most 9', '不能大于 9'],
    [{ id: 'x' }, 'id', 'This value is not accepted', '取值不正确'],
    [{ mode: 'c' }, 'mode', 'This value is not accepted', '取值不正确'],
    [{ name: 'abcd' }, 'name', 'At most 3 characters', '最多 3 个字符'],
    [{ name: '😀😀😀😀' }, 'name', 'At most 3 characters', '最多 3 个字符'],
    [{ name: ' ' }, 'name', 'This must not be empty', '不能为空'],
    [{ code: 'x' }, 'code', 'At least 2 characters', '至少 2 个字符'],
    [{ share: 'abc' }, 'share', 'At least 4 characters', '至少 4 个字符'],
    [{ share: '😀😀😀' }, 'share', 'At least 4 characters', '至少 4 个字符'],
    [
      { phone: 'ask Ana' },
      'phone',
      'Enter a phone number: at least 3 digits, with spaces and + ( ) - . / only',
      '请输入电话号码：至少 3 位数字，可含空格和 + ( ) - . /',
    ],
    [{ list: [] }, 'list', 'This must not be empty', '不能为空'],
    [{ list: ['x', 'y', 'z'] }, 'list', 'At most 2 in the list', '最多 2 项'],
    [{ pair: ['x'] }, 'pair', 'At least 2 in the list', '至少 2 项'],
    [{ name: 'a\u202eb' }, 'name', 'This contains characters that can’t be displayed', '包含不可显示的字符'],
    [{ text: ' \n' }, 'text', 'This must not be empty', '不能为空'],
    [{ text: 'x'.repeat(10_001) }, 'text', 'At most 10000 characters', '最多 10000 个字符'],
    [{ mail: 'nobody' }, 'mail', 'Enter a valid e-mail address', '请输入有效的邮箱地址'],
    [{ language: 'xx-none' }, 'language', 'This language is not supported', '不支持该语言'],
    [{ surplus: 1 }, 'surplus', 'This field is not accepted', '不接受此字段'],
    [{ inner: { on: true, off: 1 } }, 'inner.off', 'This field is not accepted', '不接受此字段'],
    [{ inner: {} }, 'inner.on', 'This is required', '此项必填'],
    [{ list: ['x', 2] }, 'list.1', 'This has the wrong type', '类型不正确'],
  ])('%j', (change, field, english, chinese) => {
    expect(messages(change, 'en-US')).toEqual({ [field]: english });
    expect(messages(change, 'zh-CN')).toEqual({ [field]: chinese });
  });

  it.each(['short', 'alllower1', 'ALLUPPER1', 'NoDigits', 'With Space1'])(
    'a password like %s',
    (password) => {
      expect(messages({ password }, 'en-US').password).toMatch(/^At least 8 characters with digits/);
      expect(messages({ password }, 'zh-CN').password).toMatch(/^密码至少 8 位/);
    },
  );

  it('a second password that isn’t the first', () => {
    const registration = {
      email: 'a@b.example',
      code: '123456',
      password: 'Lantern42',
      confirm: 'Secret13',
      tgContact: '@x',
      agreement: true,
    };
    const { error } = registrationForm.safeParse(registration, { reportInput: true });
    expect(fieldMessages(error?.issues ?? [], 'en-US')).toEqual({
      confirm: 'Password and confirm password do not match',
    });
  });

  it('reports one message for each field, and all fields at once', () => {
    expect(Object.keys(messages({ name: 1, count: 'x', surplus: 1 }, 'en-US')).sort()).toEqual([
      'count',
      'name',
      'surplus',
    ]);
  });

  it('names only some of very many, none at length', () => {
    const surplus = Object.fromEntries(
      Array.from({ length: 24_000 }, (_, n) => [`${n} ${'x'.repeat(500)}`, 1]),
    );
    const fields = Object.keys(messages(surplus, 'en-US'));
    expect(fields).toHaveLength(50);
    expect(Math.max(...fields.map((name) => name.length))).toBe(200);
  });

  it('names the whole when it is no object', () => {
    const { error } = form.safeParse('text', { reportInput: true });
    expect(fieldMessages(error?.issues ?? [], 'en-US')).toEqual({ '.': 'This has the wrong type' });
  });
});
