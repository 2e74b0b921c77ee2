import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  readSettings,
  type SavedView,
  standardSettings,
  viewLimit,
  viewName,
  viewNameLimit,
  writeSettings,
} from './stored-tables.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

const compact = { ...standardSettings, density: 'small' as const };
const view = (name: string): SavedView => ({ name, query: { status: 'disabled' }, hidden: ['created'] });

describe('settings of lists', () => {
  it('keeps settings of lists by person and list', () => {
    writeSettings('ana', 'proxies', compact);
    writeSettings('ana', 'ports', { ...standardSettings, hidden: ['state'] });
    writeSettings('ben', 'proxies', { ...standardSettings, pageSize: 100, views: [view('Late')] });
    expect(readSettings('ana', 'proxies')).toEqual(compact);
    expect(readSettings('ana', 'ports').hidden).toEqual(['state']);
    expect(readSettings('ben', 'proxies')).toMatchObject({ pageSize: 100, views: [view('Late')] });
    expect(readSettings('ben', 'ports')).toEqual(standardSettings);
  });

  it('stores nothing for a list with default settings', () => {
    writeSettings('ana', 'proxies', compact);
    writeSettings('ana', 'proxies', standardSettings);
    expect(localStorage.getItem('tables')).toBeNull();
  });

  it.each([
    ['{'],
    ['7'],
    ['null'],
    ['[]'],
    ['{"ana":7}'],
    ['{"ana":{"proxies":[]}}'],
    ['{"ana":{"proxies":{"hidden":"name","density":"huge","pageSize":7,"views":{}}}}'],
    ['{"ana":{"proxies":{"hidden":[1,null],"views":[7,{},{"name":" "},{"name":7}]}}}'],
  ])('returns the default settings when %s is stored', (stored) => {
    localStorage.setItem('tables', stored);
    expect(readSettings('ana', 'proxies')).toEqual(standardSettings);
  });

  it('limits stored settings in number and length on reading', () => {
    const views = Array.from({ length: 50 }, (_, at) => ({
      name: `View ${at}`,
      query: { long: 'x'.repeat(500) },
    }));
    localStorage.setItem('tables', JSON.stringify({ ana: { proxies: { views } } }));
    const read = readSettings('ana', 'proxies').views;
    expect(read).toHaveLength(viewLimit);
    expect(read[0]).toEqual({ name: 'View 0', query: {}, hidden: [] });
  });

  it('drops the settings of the person who changed them longest ago', () => {
    for (let at = 0; at < 12; at += 1) writeSettings(`person ${at}`, 'proxies', compact);
    expect(readSettings('person 1', 'proxies')).toEqual(standardSettings);
    expect(readSettings('person 2', 'proxies')).toEqual(compact);
  });

  it('keeps settings until the page is unloaded when the storage is unusable', () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new Error('QuotaExceededError');
    });
    expect(() => writeSettings('ana', 'proxies', compact)).not.toThrow();
  });
});

it('limits a view’s trimmed name in code points', () => {
  expect(viewName('  Late  ')).toBe('Late');
  expect(viewName('😀'.repeat(viewNameLimit))).toBeDefined();
  for (const bad of ['', '  ', '😀'.repeat(viewNameLimit + 1), 7, undefined]) {
    expect(viewName(bad)).toBeUndefined();
  }
});
