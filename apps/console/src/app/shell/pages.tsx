import { HomeOutlined, SafetyOutlined, TeamOutlined } from '@ant-design/icons';
import { type ComponentType, lazy, type ReactNode } from 'react';
import { paths } from '../../lib/paths.ts';

// i18n-keys: page.* section.*

export type ShellPage = {
  path: string;
  /** Key of the page's name, in menu, tab and window title. */
  title: string;
  Page: ComponentType;
};

const page = (path: string, title: string, load: () => Promise<ComponentType>): ShellPage => ({
  path,
  title,
  Page: lazy(async () => ({ default: await load() })),
});

const home = page(
  paths.home,
  'page.home',
  async () => (await import('../../pages/workplace/home/Home.tsx')).Home,
);

export type MenuSection = { key: string; title: string; icon: ReactNode; pages: readonly ShellPage[] };

/** The side menu, from the top. Only pages that exist stand here. */
export const menuSections: readonly MenuSection[] = [
  { key: 'workplace', title: 'section.workplace', icon: <HomeOutlined />, pages: [home] },
  {
    key: 'subpage',
    title: 'section.accounts',
    icon: <TeamOutlined />,
    pages: [
      page(
        paths.subAccounts,
        'page.subAccounts',
        async () => (await import('../../pages/subpage/son-account/SubAccounts.tsx')).SubAccounts,
      ),
      page(
        paths.socialAccounts,
        'page.socialAccounts',
        async () => (await import('../../pages/subpage/social-account/SocialAccounts.tsx')).SocialAccounts,
      ),
    ],
  },
  {
    key: 'internalControl',
    title: 'section.internalControl',
    icon: <SafetyOutlined />,
    pages: [
      page(
        paths.chatHistory,
        'page.chatHistory',
        async () => (await import('../../pages/internal-control/chat-history/ChatHistory.tsx')).ChatHistory,
      ),
    ],
  },
];

const byPath: ReadonlyMap<string, ShellPage> = new Map(
  menuSections.flatMap(({ pages }) => pages).map((shellPage) => [shellPage.path, shellPage]),
);

/** Undefined: there is no such page. A slash at the end doesn't matter. */
export function pageAt(pathname: string): ShellPage | undefined {
  return byPath.get(pathname.replace(/(?<=.)\/+$/, ''));
}
