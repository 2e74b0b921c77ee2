import { expect, it } from 'vitest';
import { defaultLayout, type LayoutSettings } from '../../lib/layout.ts';
import { type Frame, frameOf } from './frame.ts';

it.each<[Partial<LayoutSettings>, boolean, Frame]>([
  [{}, false, { menu: 'side', sideWidth: 260 }],
  [{ menuWidth: 300 }, false, { menu: 'side', sideWidth: 300 }],
  [{ menuCollapse: true }, false, { menu: 'side', sideWidth: 56 }],
  [{ topMenu: true }, false, { menu: 'top', sideWidth: 0 }],
  [{ topMenu: true, navbar: false }, false, { menu: 'side', sideWidth: 260 }],
  [{ topMenu: true, hideMenu: true }, false, { menu: 'drawer', sideWidth: 0 }],
  [{ menu: false, topMenu: true }, false, { menu: 'none', sideWidth: 0 }],
  [{ topMenu: true, menuCollapse: true }, true, { menu: 'drawer', sideWidth: 0 }],
  [{ menu: false }, true, { menu: 'none', sideWidth: 0 }],
])('%j, on a phone: %j', (chosen, narrow, frame) => {
  expect(frameOf({ ...defaultLayout, ...chosen }, narrow)).toEqual(frame);
});
