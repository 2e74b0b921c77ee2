import { type ThemeConfig, theme } from 'antd';

export type ThemeName = 'light' | 'dark';

/** Sizes for a dense work tool; everything else follows antd's scale. */
const shared = {
  fontSize: 13,
  borderRadius: 4,
  controlHeight: 32,
  controlHeightSM: 26,
  wireframe: false,
  fontFamily:
    "system-ui, -apple-system, 'Segoe UI', Roboto, 'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', 'Noto Sans SC', sans-serif",
};

const dense = {
  Table: { cellPaddingBlockMD: 8, cellPaddingInlineMD: 10 },
  Form: { itemMarginBottom: 16, verticalLabelPadding: '0 0 4px' },
} satisfies ThemeConfig['components'];

/**
 * antd's default greys, greens, ambers and reds are too pale for text of this size; these reach WCAG AA (4.5:1) on
 * every surface where they are used, as checked by `contrast.test.ts`.
 */
const light: ThemeConfig = {
  algorithm: theme.defaultAlgorithm,
  token: {
    ...shared,
    colorPrimary: '#165DFF',
    // Darker than the fill, because the white text of a button is hard to read on antd's lighter shades.
    colorPrimaryHover: '#0e42d2',
    colorPrimaryActive: '#0b34a8',
    colorInfo: '#165DFF',
    colorLink: '#165DFF',
    colorLinkHover: '#0e42d2',
    colorSuccess: '#15803d',
    colorWarning: '#a35200',
    colorError: '#cb2634',
    // antd derives tints from the seed color; from seeds this dark they are muddy.
    colorSuccessBg: '#eefaf1',
    colorSuccessBorder: '#a6dcb6',
    colorWarningBg: '#fff7e8',
    colorWarningBorder: '#f3d19c',
    colorErrorBg: '#fff1f0',
    colorErrorBorder: '#f8c0bd',
    colorText: 'rgba(0,0,0,0.88)',
    colorTextSecondary: 'rgba(0,0,0,0.68)',
    colorTextTertiary: 'rgba(0,0,0,0.6)',
    colorTextDescription: 'rgba(0,0,0,0.6)',
    colorTextPlaceholder: 'rgba(0,0,0,0.57)',
    colorIcon: 'rgba(0,0,0,0.6)',
    colorBgLayout: '#f2f3f5',
    colorBorder: '#c9cdd4',
    colorBorderSecondary: '#e5e6eb',
  },
  components: {
    ...dense,
    Table: {
      ...dense.Table,
      headerBg: '#f7f8fa',
      headerColor: 'rgba(0,0,0,0.75)',
      rowHoverBg: '#f7f8fa',
      rowSelectedBg: '#f0f6ff',
      rowSelectedHoverBg: '#ebf4ff',
    },
    // The selected entry: the primary color is too pale on antd's own background.
    Dropdown: {
      colorPrimary: '#0e42d2',
      controlItemBgActive: '#f0f6ff',
      controlItemBgActiveHover: '#e1edff',
    },
  },
};

const paleBlue = '#78a9ff';

const dark: ThemeConfig = {
  algorithm: theme.darkAlgorithm,
  token: {
    ...shared,
    colorPrimary: '#165DFF',
    colorPrimaryHover: '#0e42d2',
    colorPrimaryActive: '#0b34a8',
    colorInfo: '#4080ff',
    colorLink: paleBlue,
    colorLinkHover: '#a6c8ff',
    colorLinkActive: '#a6c8ff',
    colorPrimaryText: paleBlue,
    colorSuccess: '#5fd068',
    colorWarning: '#ffb340',
    colorError: '#ff9c9c',
    colorText: 'rgba(255,255,255,0.88)',
    colorTextSecondary: 'rgba(255,255,255,0.7)',
    colorTextTertiary: 'rgba(255,255,255,0.6)',
    colorTextDescription: 'rgba(255,255,255,0.6)',
    colorTextPlaceholder: 'rgba(255,255,255,0.55)',
    colorIcon: 'rgba(255,255,255,0.6)',
    colorBgLayout: '#17171a',
    colorBgContainer: '#232324',
    colorBgElevated: '#2a2a2b',
    colorBorder: '#484849',
    colorBorderSecondary: '#333335',
  },
  components: {
    // White on the primary fill is readable; the fill color as text on a dark surface is not.
    Menu: { itemSelectedColor: '#a6c8ff', itemSelectedBg: '#1d3a72', subMenuItemSelectedColor: '#a6c8ff' },
    Pagination: { itemActiveColor: paleBlue, itemActiveColorHover: '#a6c8ff' },
    Tabs: { itemSelectedColor: paleBlue, itemHoverColor: '#a6c8ff' },
    Button: { defaultHoverColor: paleBlue, defaultActiveColor: '#a6c8ff', dangerColor: '#1d1d1f' },
    ...dense,
    Table: {
      ...dense.Table,
      headerBg: '#2a2a2b',
      headerColor: 'rgba(255,255,255,0.8)',
      rowHoverBg: '#2a2a2b',
      rowSelectedBg: '#182440',
      rowSelectedHoverBg: '#192746',
    },
    Select: { optionSelectedBg: '#1d3a72' },
    Dropdown: {
      colorPrimary: '#a6c8ff',
      controlItemBgActive: '#1d3a72',
      controlItemBgActiveHover: '#234488',
    },
  },
};

export const themes: Readonly<Record<ThemeName, ThemeConfig>> = { light, dark };
