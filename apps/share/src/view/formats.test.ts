import { expect, it } from 'vitest';
import { formatsOf } from './formats.ts';

it.each([
  ['en-US', 'Asia/Shanghai', 'GMT+8'],
  ['zh-CN', 'Asia/Kolkata', 'GMT+5:30'],
  ['en-US', 'UTC', 'UTC'],
] as const)('names the zone of its times in short: %s, %s', (language, timeZone, name) => {
  expect(formatsOf(language, timeZone).zone(0)).toBe(name);
});
