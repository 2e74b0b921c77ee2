import { expect, it } from 'vitest';
import { shareVisitOf } from './visit.ts';

const headers = (token: string, pass: string) => ({ 'x-share-token': token, 'x-share-pass': pass });
const query = { token: 'queried token', pass: 'queried pass' };

it('prefers the headers to the query', () => {
  expect(shareVisitOf(headers('token', 'pass'), query, null)).toMatchObject({ token: 'token', pass: 'pass' });
});

it('reads the query if the headers are missing or empty', () => {
  const queried = { token: 'queried token', pass: 'queried pass' };
  expect(shareVisitOf({}, query, null)).toMatchObject(queried);
  expect(shareVisitOf(headers('', ''), query, null)).toMatchObject(queried);
});

it('returns empty texts if nothing is sent', () => {
  expect(shareVisitOf({}, {}, null)).toEqual({ token: '', pass: '', tenantId: null });
});
