import type { ComponentType } from 'react';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { barePages, type RouteRow, type ShellPage, shellPages } from '../routes.ts';

const ComingSoon = lazyComponent(
  async () => (await import('../../pages/coming-soon/ComingSoon.tsx')).ComingSoon,
);

/** The content of a page. */
export type PageContent = ComponentType;

function contentOf({ load, later, title }: RouteRow): PageContent {
  if (load !== undefined) return lazyComponent(load);
  return () => <ComingSoon title={title} will={later} />;
}

const withContent = <Row extends RouteRow>(rows: readonly Row[]) =>
  rows.map((row) => ({ ...row, Page: contentOf(row) }));

/** Login, shared views and other pages outside the shell. */
export const pagesWithoutShell = withContent(barePages);

export type OpenedPage = ShellPage & { Page: PageContent };

const byPath: ReadonlyMap<string, OpenedPage> = new Map(
  withContent(shellPages).map((page) => [page.path, page]),
);

/** Returns the page at a path, ignoring trailing slashes; undefined when there is none. */
export function pageAt(pathname: string): OpenedPage | undefined {
  return byPath.get(pathname.replace(/(?<=.)\/+$/, ''));
}
