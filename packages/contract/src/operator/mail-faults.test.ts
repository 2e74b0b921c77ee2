import { expect, it } from 'vitest';
import { mailFaultSentence, mailFaults } from './mail-faults.ts';

it.each(mailFaults)('the code %s has a sentence in both languages', (code) => {
  expect(mailFaultSentence(code, 'zh-CN')).toMatch(/\p{Script=Han}/u);
  expect(mailFaultSentence(code, 'en-US')).toMatch(/^[A-Z]/);
});

it('appends the mail server’s response to a code’s sentence, and returns null for other texts', () => {
  expect(mailFaultSentence('mail-refused: 552 Full', 'en-US')).toBe(
    'The mail server rejected the mail: 552 Full',
  );
  expect(mailFaultSentence('550 no such mailbox', 'en-US')).toBeNull();
});
