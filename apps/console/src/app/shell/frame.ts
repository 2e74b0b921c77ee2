/** Places the shell's pieces by the settings and the room that there is. */
import { foldedMenuWidth, type LayoutSettings } from '../../lib/layout.ts';

export type Frame = {
  /** `drawer`: behind a button; `none`: switched off. */
  menu: 'side' | 'top' | 'drawer' | 'none';
  /** In CSS pixels; 0 unless it is at the side. */
  sideWidth: number;
};

type Choices = Pick<
  LayoutSettings,
  'menu' | 'topMenu' | 'hideMenu' | 'menuCollapse' | 'menuWidth' | 'navbar'
>;

/** @param narrow on a phone a menu has room in a drawer only */
export function frameOf(choices: Choices, narrow: boolean): Frame {
  const menu = placeOf(choices, narrow);
  const open = choices.menuCollapse ? foldedMenuWidth : choices.menuWidth;
  return { menu, sideWidth: menu === 'side' ? open : 0 };
}

function placeOf({ menu, topMenu, hideMenu, navbar }: Choices, narrow: boolean): Frame['menu'] {
  if (!menu) return 'none';
  if (narrow || hideMenu) return 'drawer';
  // Without a navbar there is no top to lie in.
  return topMenu && navbar ? 'top' : 'side';
}
