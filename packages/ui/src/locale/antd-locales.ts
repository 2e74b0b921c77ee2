import type { InterfaceLanguage } from '@parley/contract';
import type { ConfigProviderProps } from 'antd';
import enUS from 'antd/es/locale/en_US.js';
import zhCN from 'antd/es/locale/zh_CN.js';

type AntdLocale = NonNullable<ConfigProviderProps['locale']>;

export const antdLocales: Readonly<Record<InterfaceLanguage, AntdLocale>> = { 'zh-CN': zhCN, 'en-US': enUS };
