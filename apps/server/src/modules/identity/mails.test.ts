import { interfaceLanguages } from '@parley/contract';
import { codePurpose } from '@parley/contract/identity';
import { describe, expect, it } from 'vitest';
import { codeMail, noticeMail } from './mails.ts';

const brand = 'Acme $& {brand}';
const to = 'ana@example.com';
const newEmail = 'an…@example.org';
const isChinese = (text: string) => /[\u4e00-\u9fff]/.test(text);

describe.each(interfaceLanguages)('in %s', (language) => {
  const codes = codePurpose.options.map((purpose) =>
    codeMail({ email: to, purpose, code: '012345', language, brand }),
  );
  const notices = [
    noticeMail({ to, notice: 'password-changed', language, brand }),
    noticeMail({ to, notice: 'email-changed', newEmail, language, brand }),
  ];

  it('a mail is in one language, and names its sender', () => {
    for (const mail of [...codes, ...notices]) {
      expect(mail.to).toBe(to);
      expect(mail.subject).toContain(brand);
      for (const text of [mail.subject.replace(brand, ''), mail.text])
        expect(isChinese(text)).toBe(language === 'zh-CN');
      expect(mail.text).not.toMatch(/undefined|\{\w+\}/);
    }
  });

  it('a code’s mail contains the code and its purpose', () => {
    for (const mail of codes) expect(mail.text).toContain('012345');
    expect(new Set(codes.map(({ subject }) => subject)).size).toBe(codes.length);
  });

  it('a notice of a new address contains it', () => {
    expect(notices[1]?.text).toContain(newEmail);
  });
});
