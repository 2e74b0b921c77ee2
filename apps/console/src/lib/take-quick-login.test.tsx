import { expect, it, vi } from 'vitest';
import { takeQuickLogin } from './take-quick-login.ts';

function take(address: string) {
  const history = { state: null, replaceState: vi.fn() };
  return { taken: takeQuickLogin(new URL(address, 'https://parley.example'), history), history };
}

it.each([
  ['/?quickLogin=abc', 'abc', '/'],
  [
    '/subpage/sonAccount?status=disabled&quickLogin=a%7B&pageNo=2#x',
    'a{',
    '/subpage/sonAccount?status=disabled&pageNo=2#x',
  ],
  ['/?quickLogin=', '', '/'],
])('leaves %s without what it carried', (address, taken, left) => {
  const { taken: found, history } = take(address);
  expect(found).toBe(taken);
  expect(history.replaceState.mock.calls).toEqual([[null, '', left]]);
});

it('leaves a URL without one unchanged', () => {
  const { taken, history } = take('/login?redirect=%2F%3FquickLogin%3Dabc');
  expect(taken).toBeNull();
  expect(history.replaceState).not.toHaveBeenCalled();
});
