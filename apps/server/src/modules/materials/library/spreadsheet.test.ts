import { expect, it } from 'vitest';
import { newId } from '../../../base/ids.ts';
import type { ExportedMaterial } from './queries.ts';
import { materialSheet } from './spreadsheet.ts';

const at = Date.UTC(2026, 4, 1, 12);
const file = {
  id: newId(),
  name: 'sizes.png',
  contentType: 'image/png',
  size: 48_211,
  width: 10,
  height: 10,
  durationMs: null,
  waveform: null,
  hasPreview: false,
};
const picture: ExportedMaterial = {
  id: newId(),
  type: 'image',
  title: 'Size chart',
  file,
  groupName: 'Shipping',
  used: 3,
  updatedAt: at,
};

it('lists title, type, group, file and use of each material', () => {
  const sheet = materialSheet({ language: 'en-US', timeZone: 'UTC', now: at });
  const titles = sheet.columns.map(({ title }) => title);
  expect(Object.fromEntries(titles.map((title, n) => [title, sheet.row(picture)[n]]))).toEqual({
    Title: 'Size chart',
    Type: 'Image',
    Group: 'Shipping',
    'File name': 'sizes.png',
    'Size in bytes': 48_211,
    Used: 3,
    'Updated (UTC)': at,
  });
  const chinese = materialSheet({ language: 'zh-CN', timeZone: 'UTC', now: at });
  const words = chinese.row({ ...picture, type: 'text', file: null, groupName: null });
  expect(words.slice(0, 5)).toEqual(['Size chart', '文本', null, null, null]);
});
