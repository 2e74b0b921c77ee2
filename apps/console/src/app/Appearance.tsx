import { useTheme } from '@parley/ui';
import { ConfigProvider, type ThemeConfig } from 'antd';
import { type ReactNode, useEffect, useLayoutEffect, useMemo } from 'react';
import { defaultLayout } from '../lib/layout.ts';
import { useLayout } from '../lib/layout-context.tsx';
import { type Tints, tintsOf } from '../lib/theme-color.ts';
import { useNarrow } from '../lib/use-narrow.ts';

/** The menu holds every page: dense, so that most of it can be seen at once. */
const dense = { Menu: { itemHeight: 34, itemMarginBlock: 2 } } satisfies ThemeConfig['components'];

function themeOf({ fill, fillHover, fillActive, text, textHover, chosen, onChosen }: Tints): ThemeConfig {
  return {
    token: {
      colorPrimary: fill,
      colorPrimaryHover: fillHover,
      colorPrimaryActive: fillActive,
      colorInfo: fill,
      colorPrimaryText: text,
      colorLink: text,
      colorLinkHover: textHover,
      colorLinkActive: textHover,
    },
    components: {
      Menu: {
        ...dense.Menu,
        itemSelectedColor: onChosen,
        itemSelectedBg: chosen,
        subMenuItemSelectedColor: text,
      },
      Pagination: { itemActiveColor: text, itemActiveColorHover: textHover },
      Tabs: { itemSelectedColor: text, itemHoverColor: textHover },
      Button: { defaultHoverColor: text, defaultActiveColor: textHover },
      Select: { optionSelectedBg: chosen },
    },
  };
}

/**
 * The settings that change how everything looks: the theme color through antd's tokens and `--accent`, colors
 * for weak sight over the whole page. Settings that are held elsewhere are mirrored into the stored ones.
 */
export function Appearance({ children }: { children: ReactNode }) {
  const [{ themeColor, colorWeak, theme: kept, device }, change] = useLayout();
  const { theme } = useTheme();
  const isDefault = themeColor.toLowerCase() === defaultLayout.themeColor.toLowerCase();
  const tints = useMemo(
    () => (isDefault ? null : tintsOf(themeColor, theme)),
    [isDefault, themeColor, theme],
  );
  const config = useMemo(() => {
    // A key for each look, as in `UiProvider`: no page is painted with the colors of another.
    const cssVar = { key: `look-${theme}-${isDefault ? 'default' : themeColor.slice(1)}` };
    return { ...(tints === null ? { components: dense } : themeOf(tints)), cssVar };
  }, [tints, theme, isDefault, themeColor]);

  useLayoutEffect(() => {
    if (tints === null) document.body.style.removeProperty('--accent');
    else document.body.style.setProperty('--accent', tints.text);
  }, [tints]);
  useLayoutEffect(() => {
    // On the root: a filter anywhere else would tear what is fixed to the window off it.
    document.documentElement.classList.toggle('color-weak', colorWeak);
  }, [colorWeak]);

  const held = useNarrow() ? 'mobile' : 'desktop';
  useEffect(() => {
    if (kept !== theme || device !== held) change({ theme, device: held });
  }, [kept, theme, device, held, change]);

  return <ConfigProvider theme={config}>{children}</ConfigProvider>;
}
