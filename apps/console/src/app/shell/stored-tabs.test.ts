import { memoryStorage } from '@parley/api-client';
import { expect, it } from 'vitest';
import { forgetTabs, readTabs, writeTabs } from './stored-tabs.ts';

const exists = (path: string) => ['/home', '/a', '/b'].includes(path);
const home = { path: '/home', search: '', version: 0 };

it('restores the tabs, each as a newly opened page', () => {
  const storage = memoryStorage();
  const tabs = [
    home,
    { path: '/b', search: '?pageNo=2', version: 3 },
    { path: '/a', search: '', version: 0 },
  ];
  writeTabs(storage, tabs);
  expect(readTabs(storage, '/home', exists)).toEqual(tabs.map((tab) => ({ ...tab, version: 0 })));
  forgetTabs(storage);
  expect(readTabs(storage, '/home', exists)).toEqual([home]);
});

it.each([
  '',
  '{"path":"/a"}',
  '[1,null,{"path":"/a"},{"path":7,"search":""}]',
  '[{"path":"/gone","search":""},{"path":"/a","search":"https://evil.example"}]',
])('starts with home when %j was stored', (stored) => {
  const storage = memoryStorage();
  storage.setItem('tabs', stored);
  expect(readTabs(storage, '/home', exists)).toEqual([home]);
});

it('works without a usable storage', () => {
  const refuse = () => {
    throw new Error('denied');
  };
  const storage = { getItem: refuse, setItem: refuse, removeItem: refuse };
  writeTabs(storage, [home]);
  forgetTabs(storage);
  expect(readTabs(storage, '/home', exists)).toEqual([home]);
});
