import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { defaultMessage, type ErrorId, errorCatalogue, errorMessage, httpStatus } from './errors.ts';

const ids = Object.keys(errorCatalogue) as ErrorId[]; // its own keys
const placeholders = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort();

describe.each(ids)('%s', (id) => {
  const entry = errorCatalogue[id];
  it('has an id of the form noun.problem, and a code that maps to a status', () => {
    expect(id).toMatch(/^[a-z-]+\.[a-z-]+$/);
    const status = httpStatus(entry.code);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(600);
  });
  it('uses the same details in both languages', () => {
    expect(placeholders(entry['zh-CN'])).toEqual(placeholders(entry['en-US']));
    expect(entry['zh-CN']).toMatch(/[\u4e00-\u9fff]/);
    expect(entry['en-US']).not.toMatch(/[\u4e00-\u9fff]/);
  });
});

it('the catalogue contains the errors of every noun, without conflicting ids', async () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' });
  const modules = await Promise.all(
    files.filter((file) => file.endsWith('/errors.ts')).map((file) => import(`./${file}`)),
  );
  const named = modules.flatMap((module: object) => Object.values(module)).flatMap(Object.keys);
  expect(named.length).toBeGreaterThan(40);
  expect(ids).toEqual(expect.arrayContaining(named));
  expect(new Set(named).size).toBe(named.length);
});

it.each([
  [200, 200],
  [404, 404],
  [901, 403],
  [40101, 401],
  [50008, 401],
  [50012, 401],
  [50014, 401],
])('code %i maps to status %i', (code, status) => {
  expect(httpStatus(code)).toBe(status);
});

it('a message has its details inserted, and keeps placeholders without a value', () => {
  expect(errorMessage('request.too-many', 'en-US', { seconds: 7 })).toBe(
    'Too many requests, try again in 7 s',
  );
  expect(errorMessage('request.too-many', 'en-US')).toContain('{seconds}');
});

it.each([
  [401, 'Authentication failed, cannot access system resources'],
  [403, 'No permission for the current operation'],
  [404, 'Resource does not exist'],
  [405, 'Method not allowed'],
  [408, 'Request timeout'],
  [500, 'Server error, contact the administrator'],
  [501, 'Not implemented'],
  [502, 'Network error'],
  [503, 'Service unavailable or under maintenance'],
  [504, 'Network timeout'],
  [505, 'HTTP version unsupported'],
  [901, 'Demo mode, write operations not allowed'],
  [418, 'Unknown system error, report to the administrator'],
  [60_000, 'Unknown system error, report to the administrator'],
])('the number %i means by default: %s', (code, sentence) => {
  expect(defaultMessage(code, 'en-US')).toBe(sentence);
  expect(defaultMessage(code, 'zh-CN')).toMatch(/[\u4e00-\u9fff]/);
});
