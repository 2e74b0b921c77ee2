/** Computes the shell's layout from the settings and the available width. */
import { foldedMenuWidth, type LayoutSettings } from '../../lib/layout.ts';

export type Frame = {
  /** `drawer`: opened by a button; `none`: switched off. */
  menu: 'side' | 'top' | 'drawer' | 'none';
  /** In CSS pixels; 0 unless the menu is at the side. */
  sideWidth: number;
};

type Choices = Pick<
  LayoutSettings,
  'menu' | 'topMenu' | 'hideMenu' | 'menuCollapse' | 'menuWidth' | 'navbar'
>;

/** @param narrow true on a phone, where the menu only fits in a drawer */
export function frameOf(choices: Choices, narrow: boolean): Frame {
  const menu = placeOf(choices, narrow);
  const open = choices.menuCollapse ? foldedMenuWidth : choices.menuWidth;
  return { menu, sideWidth: menu === 'side' ? open : 0 };
}

function placeOf({ menu, topMenu, hideMenu, navbar }: Choices, narrow: boolean): Frame['menu'] {
  if (!menu) return 'none';
  if (narrow || hideMenu) return 'drawer';
  // Without a navbar there is no top menu.
  return topMenu && navbar ? 'top' : 'side';
}
