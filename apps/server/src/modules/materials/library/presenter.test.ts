import { describe, expect, it } from 'vitest';
import { newId } from '../../../base/ids.ts';
import { createPresenter } from './presenter.ts';
import type { MaterialItem } from './queries.ts';

const { material, inDesk } = createPresenter({ sign: (id) => `/signed/${id}` });
const file = {
  id: newId(),
  name: 'sizes.png',
  contentType: 'image/png',
  size: 70,
  width: 1,
  height: 1,
  durationMs: null,
  waveform: null,
  hasPreview: false,
};
const item: MaterialItem = {
  id: newId(),
  groupId: null,
  type: 'text',
  title: 'Hours',
  text: 'Open.',
  link: null,
  file: null,
  sentFileId: newId(),
  used: 3,
  version: 2,
  updatedAt: 1,
};
const shownFile = {
  id: file.id,
  name: 'sizes.png',
  contentType: 'image/png',
  size: 70,
  url: `/signed/${file.id}`,
};

describe('createPresenter', () => {
  it.each<[string, Partial<MaterialItem>, object]>([
    ['a text', {}, { type: 'text', text: 'Open.' }],
    ['a picture', { type: 'image', text: '', file }, { type: 'image', file: shownFile }],
    [
      'a card with a picture',
      { type: 'card', link: 'https://shop.example/', file },
      { type: 'card', text: 'Open.', link: 'https://shop.example/', picture: shownFile },
    ],
    ['a card without one', { type: 'card' }, { type: 'card', text: 'Open.', link: '', picture: null }],
  ])('presents %s with signed addresses, and never the copy that messages share', (_, over, content) => {
    const { id, title } = item;
    expect(material({ ...item, ...over })).toEqual({
      id,
      title,
      groupId: null,
      content,
      used: 3,
      version: 2,
      updatedAt: 1,
    });
    expect(inDesk({ ...item, ...over })).toEqual({ id, title, groupId: null, content });
  });

  it('refuses to present a medium without its file', () => {
    expect(() => material({ ...item, type: 'audio' })).toThrow(item.id);
  });
});
