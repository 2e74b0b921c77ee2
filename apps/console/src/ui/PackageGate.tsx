import { lazyPage } from '@parley/ui';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isPermitted } from '../lib/privileges.ts';
import { useClient } from '../lib/session-context.tsx';
import { loginUserInfo } from '../lib/user.ts';
import { PageSkeleton } from './PageSkeleton.tsx';

const NotInPackage = lazyPage(
  async () => (await import('./NotInPackage.tsx')).NotInPackage,
  <PageSkeleton />,
);

type Properties = {
  /** The privilege that the package must include. */
  feature: string;
  children: ReactNode;
};

/** Shows the children when the package includes the feature; otherwise says that it doesn't, and how to upgrade. */
export function PackageGate({ feature, children }: Properties) {
  const user = useQuery(loginUserInfo(useClient()));
  if (user.data === undefined && user.error === null) return <PageSkeleton />;
  if (isPermitted([feature], user.data?.privilegesCode ?? '')) return children;
  return <NotInPackage family={user.data?.psetMealDO.code ?? ''} />;
}
