import { reportUserClickLink } from '@parley/contract/promotion';
import { expect, it } from 'vitest';

it.each([
  [{}],
  [{ code: 'short' }],
  [{ code: 'sixteenletterses' }],
  [{ code: 'with-hyphen' }],
  [{ code: '七个汉字的代码' }],
  [{ code: 1234567 }],
  [{ code: 'abc123', workspaceId: 'x' }],
])('refuses a click without a code of the right form: %j', (body) => {
  expect(reportUserClickLink.body.safeParse(body).success).toBe(false);
});

it('accepts a code in any spelling', () => {
  for (const code of ['abcdefgh22', 'ABCDEFGH22'])
    expect(reportUserClickLink.body.parse({ code })).toEqual({ code });
});
