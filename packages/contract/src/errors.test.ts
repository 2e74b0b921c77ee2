import { describe, expect, it } from 'vitest';
import { type ErrorId, errorCatalogue, errorMessage, httpStatus } from './errors.ts';

const ids = Object.keys(errorCatalogue) as ErrorId[]; // its own keys
const placeholders = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort();

describe.each(ids)('%s', (id) => {
  const entry = errorCatalogue[id];
  it('is named as noun.what-is-wrong and has a number that a status follows from', () => {
    expect(id).toMatch(/^[a-z-]+\.[a-z-]+$/);
    const status = httpStatus(entry.code);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(600);
  });
  it('says the same facts in both languages', () => {
    expect(placeholders(entry['zh-CN'])).toEqual(placeholders(entry['en-US']));
    expect(entry['zh-CN']).toMatch(/[\u4e00-\u9fff]/);
    expect(entry['en-US']).not.toMatch(/[\u4e00-\u9fff]/);
  });
});

it.each([
  [200, 200],
  [404, 404],
  [901, 403],
  [40101, 401],
  [50008, 401],
  [50012, 401],
  [50014, 401],
])('the number %i rides on the status %i', (code, status) => {
  expect(httpStatus(code)).toBe(status);
});

it('a sentence is filled in with its details, and keeps what it has none for', () => {
  expect(errorMessage('request.too-many', 'en-US', { seconds: 7 })).toBe(
    'Too many requests, try again in 7 s',
  );
  expect(errorMessage('request.too-many', 'en-US')).toContain('{seconds}');
});
