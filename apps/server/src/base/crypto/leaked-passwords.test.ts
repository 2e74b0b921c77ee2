import { expect, it } from 'vitest';
import { isCommonPassword } from './leaked-passwords.ts';

it.each(['Password1', 'Qwerty123', 'Aa123456', 'PASSWORD1'])('%s is a common password', async (password) => {
  expect(await isCommonPassword(password)).toBe(true);
});

it.each(['Lantern42', 'kd3Hs-Wq9', 'Correct-Horse-7'])('%s is not a common password', async (password) => {
  expect(await isCommonPassword(password)).toBe(false);
});
