import { useTheme } from '@parley/ui';
import { ConfigProvider, type ThemeConfig } from 'antd';
import { type ReactNode, useEffect, useLayoutEffect, useMemo } from 'react';
import { defaultLayout } from '../lib/layout.ts';
import { useLayout } from '../lib/layout-context.tsx';
import { type Tints, tintsOf } from '../lib/theme-color.ts';
import { useNarrow } from '../lib/use-narrow.ts';

/** Dense, as the menu lists every page and most of it should be visible at once. */
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
 * Applies the settings that affect the whole look: the theme color through antd's tokens and `--accent`, and the
 * color-weakness filter. Theme and device, which have other sources, are copied to the stored settings.
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
    // A key per look, as in `UiProvider`, so that no page is painted with the colors of another.
    const cssVar = { key: `look-${theme}-${isDefault ? 'default' : themeColor.slice(1)}` };
    return { ...(tints === null ? { components: dense } : themeOf(tints)), cssVar };
  }, [tints, theme, isDefault, themeColor]);

  useLayoutEffect(() => {
    if (tints === null) document.body.style.removeProperty('--accent');
    else document.body.style.setProperty('--accent', tints.text);
  }, [tints]);
  useLayoutEffect(() => {
    // On the root element: anywhere else, a filter would break `position: fixed` of its descendants.
    document.documentElement.classList.toggle('color-weak', colorWeak);
  }, [colorWeak]);

  const held = useNarrow() ? 'mobile' : 'desktop';
  useEffect(() => {
    if (kept !== theme || device !== held) change({ theme, device: held });
  }, [kept, theme, device, held, change]);

  return <ConfigProvider theme={config}>{children}</ConfigProvider>;
}
