import { expect, it } from 'vitest';
import { summaryOf } from './presenter.ts';

it.each([
  ['one line', 'Hello\nworld\r\n\tagain', 'Hello world again'],
  ['as it is when it is short', 'x'.repeat(120), 'x'.repeat(120)],
  ['cut, with a sign that there is more', 'x'.repeat(121), `${'x'.repeat(119)}…`],
  ['cut between characters, never inside one', '🎉'.repeat(200), `${'🎉'.repeat(119)}…`],
])('a summary is %s', (_, body, summary) => {
  expect(summaryOf(body)).toBe(summary);
});
