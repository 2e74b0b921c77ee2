import { expect, it } from 'vitest';
import { mailFaultSentence, mailFaults } from './mail-faults.ts';

it.each(mailFaults)('the code %s has a sentence in both languages', (code) => {
  expect(mailFaultSentence(code, 'zh-CN')).toMatch(/\p{Script=Han}/u);
  expect(mailFaultSentence(code, 'en-US')).toMatch(/^[A-Z]/);
});

it('a code keeps the mail server’s answer, and other texts have no sentence', () => {
  expect(mailFaultSentence('mail-refused: 552 Full', 'en-US')).toBe(
    'The mail server rejected the mail: 552 Full',
  );
  expect(mailFaultSentence('550 no such mailbox', 'en-US')).toBeNull();
});
