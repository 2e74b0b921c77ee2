import {
  AuditOutlined,
  BellOutlined,
  FileTextOutlined,
  HomeOutlined,
  IdcardOutlined,
  LinkOutlined,
  RiseOutlined,
  SafetyOutlined,
  TeamOutlined,
} from '@ant-design/icons';
import type { MenuEntry } from '@parley/contract/identity';
import type { MenuProps } from 'antd';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { isPermitted } from '../../lib/privileges.ts';
import { type SectionId, type ShellPage, sections } from '../routes.ts';

export type MenuItem = NonNullable<MenuProps['items']>[number];

// i18n-keys: page.* section.* menu.*

const icons: Readonly<Record<SectionId, ReactNode>> = {
  workplace: <HomeOutlined />,
  fansOperation: <LinkOutlined />,
  internalControl: <SafetyOutlined />,
  material: <FileTextOutlined />,
  workOrder: <AuditOutlined />,
  subpage: <TeamOutlined />,
  promotion: <RiseOutlined />,
  system: <BellOutlined />,
  userCenter: <IdcardOutlined />,
};

const link = (path: string, label: string, icon?: ReactNode, count: ReactNode = null): MenuItem => ({
  key: path,
  icon,
  label: (
    <Link to={path}>
      {label}
      {count}
    </Link>
  ),
});

/**
 * Returns the pages that this user may open, grouped by section, as links, which can be opened in a new browser tab.
 */
export function ownMenu(
  pages: readonly ShellPage[],
  privileges: string,
  t: TFunction,
  alertCount: ReactNode = null,
): MenuItem[] {
  return sections.flatMap((section): MenuItem[] => {
    const seen = pages.filter(
      (page) => page.section === section && page.hidden !== true && isPermitted(page.roles, privileges),
    );
    const [only] = seen;
    if (only === undefined) return [];
    if (seen.length === 1) return [link(only.path, t(only.title), icons[section])];
    const children = seen.map(({ path, title }) =>
      link(path, t(title), undefined, path === paths.sensitiveWords ? alertCount : null),
    );
    return [{ key: section, icon: icons[section], label: t(`section.${section}`), children }];
  });
}

const byOrder = (one: MenuEntry, other: MenuEntry) => (one.meta.order ?? 0) - (other.meta.order ?? 0);

const isTop = (path: string) => /^\/[^/]+$/.test(path);

/**
 * Returns the menu supplied by the server. Entries that match no page of this console are left out; one that names a
 * section (`/workplace`) leads to that section's first page.
 */
export function suppliedMenu(
  entries: readonly MenuEntry[],
  pages: readonly ShellPage[],
  privileges: string,
  t: TFunction,
): MenuItem[] {
  const permitted = pages.filter(({ roles }) => isPermitted(roles, privileges));
  const targetOf = (path: string) =>
    permitted.find((page) => page.path === path || (isTop(path) && page.path.startsWith(`${path}/`)));
  const build = (list: readonly MenuEntry[]): MenuItem[] =>
    [...list].sort(byOrder).flatMap((entry): MenuItem[] => {
      const { hideInMenu, roles = ['*'], locale } = entry.meta;
      const [first = '*', ...others] = roles;
      if (hideInMenu === true || !isPermitted([first, ...others], privileges)) return [];
      const label = t(locale, { defaultValue: entry.name });
      const target = targetOf(entry.path);
      const icon = isTop(entry.path) && target !== undefined ? icons[target.section] : undefined;
      if (entry.children === undefined || entry.children.length === 0)
        return target === undefined ? [] : [link(target.path, label, icon)];
      const children = build(entry.children);
      return children.length === 0 ? [] : [{ key: entry.path, icon, label, children }];
    });
  return build(entries);
}
