import { operatorPasswordMin } from '@parley/contract';
import { EmptyState } from '@parley/ui';
import { useQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { Link, Navigate, Route, Routes, useLocation } from 'react-router';
import { OperatorFrame } from '../../features/operator/OperatorFrame.tsx';
import { OperatorLogin } from '../../features/operator/OperatorLogin.tsx';
import { OperatorPassword } from '../../features/operator/OperatorPassword.tsx';
import { operatorPaths } from '../../features/operator/operator-paths.ts';
import { useOperator, useOperatorLoggedIn } from '../../features/operator/operator-session.tsx';
import { operatorSelf } from '../../features/operator/queries.ts';
import { useTexts } from '../../features/operator/texts.ts';
import { useWindowTitle } from '../../lib/brand.ts';
import { EntryLayout } from '../../ui/EntryLayout.tsx';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import { Account } from './Account.tsx';
import { AuditLog } from './AuditLog.tsx';
import { Certifications } from './Certifications.tsx';
import { Characters } from './Characters.tsx';
import { Contacts } from './Contacts.tsx';
import { Mail } from './Mail.tsx';
import { Notifications } from './Notifications.tsx';
import { Owners } from './Owners.tsx';
import { Ports } from './Ports.tsx';
import { Settings } from './Settings.tsx';
import { Tenants } from './Tenants.tsx';

const screens: readonly (readonly [string, ComponentType])[] = [
  [operatorPaths.notifications, Notifications],
  [operatorPaths.contacts, Contacts],
  [operatorPaths.certifications, Certifications],
  [operatorPaths.settings, Settings],
  [operatorPaths.mail, Mail],
  [operatorPaths.characters, Characters],
  [operatorPaths.ports, Ports],
  [operatorPaths.tenants, Tenants],
  [operatorPaths.owners, Owners],
  [operatorPaths.auditLog, AuditLog],
  [operatorPaths.account, Account],
];

// i18n-keys: op.page.*

/** The names of the pages, as the menu has them, by their addresses. */
const pageNames = Object.entries(operatorPaths).filter(([name]) => name !== 'root' && name !== 'login');

/** These routes stand inside of `/operator/*`, so that their paths begin after it. */
const below = (path: string) => path.slice(operatorPaths.root.length + 1);

/** Who isn't logged in sees the log-in at whatever address, and is there afterwards where they wanted to be. */
export function OperatorRoutes() {
  const { t } = useTexts();
  const loggedIn = useOperatorLoggedIn();
  const self = useQuery({ ...operatorSelf(useOperator().client), enabled: loggedIn });
  const title = t('op.title');
  const { pathname } = useLocation();
  const page = loggedIn ? pageNames.find(([, path]) => pathname.startsWith(path))?.[0] : undefined;
  useWindowTitle(page === undefined ? title : `${t(`op.page.${page}`)} · ${title}`);
  if (!loggedIn) {
    return (
      <EntryLayout title={t('op.logInTitle')}>
        <OperatorLogin />
      </EntryLayout>
    );
  }
  // A page must not ask before it is known whether it may.
  if (self.isPending) return <PageSkeleton />;
  if (self.data?.passwordMustChange) {
    return (
      <EntryLayout title={t('op.account.mustChange')}>
        <p>{t('op.account.mustChangeHint', { min: operatorPasswordMin })}</p>
        <OperatorPassword />
      </EntryLayout>
    );
  }
  const home = <Navigate to={operatorPaths.notifications} replace />;
  return (
    <OperatorFrame>
      <Routes>
        {screens.map(([path, Screen]) => (
          <Route key={path} path={below(path)} element={<Screen />} />
        ))}
        <Route index element={home} />
        <Route path={below(operatorPaths.login)} element={home} />
        <Route path="*" element={<Nowhere />} />
      </Routes>
    </OperatorFrame>
  );
}

function Nowhere() {
  const { t } = useTexts();
  return (
    <div className="page">
      <div className="panel">
        <EmptyState
          title={<h1 className="nowhere">{t('op.nowhere')}</h1>}
          action={<Link to={operatorPaths.root}>{t('op.toStart')}</Link>}
        />
      </div>
    </div>
  );
}
