import { operatorPasswordMin } from '@parley/contract/identity';
import { lazyPage } from '@parley/ui';
import { useQuery } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, Route, Routes, useLocation, useNavigate } from 'react-router';
import { operatorPaths } from '../../entities/operator/operator-paths.ts';
import { operatorSelf } from '../../entities/operator/operator-self.ts';
import { useOperator, useOperatorLoggedIn } from '../../entities/operator/operator-session.tsx';
import { OperatorLogin } from '../../features/operator-login/OperatorLogin.tsx';
import { useWindowTitle } from '../../lib/brand.ts';
import { hasUnsaved } from '../../lib/unsaved-changes.ts';
import { EntryLayout } from '../../ui/EntryLayout.tsx';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import { ScreenTexts } from '../../ui/ScreenTexts.tsx';
import { useGuardedAddress } from '../../ui/use-guarded-address.tsx';

/** Shows a skeleton until the page's code is loaded. */
const latePage = <P extends object>(load: () => Promise<ComponentType<P>>) =>
  lazyPage(load, <PageSkeleton />);

const OperatorFrame = latePage(async () => (await import('./OperatorFrame.tsx')).OperatorFrame);
const OperatorPassword = latePage(
  async () => (await import('../../features/operator-login/OperatorPassword.tsx')).OperatorPassword,
);
const NotFound = latePage(async () => (await import('./NotFound.tsx')).NotFound);
const Account = latePage(async () => (await import('./Account.tsx')).Account);
const AuditLog = latePage(async () => (await import('./AuditLog.tsx')).AuditLog);
const Certifications = latePage(async () => (await import('./Certifications.tsx')).Certifications);
const Characters = latePage(async () => (await import('./Characters.tsx')).Characters);
const Contacts = latePage(async () => (await import('./Contacts.tsx')).Contacts);
const Mail = latePage(async () => (await import('./Mail.tsx')).Mail);
const Notifications = latePage(async () => (await import('./Notifications.tsx')).Notifications);
const Owners = latePage(async () => (await import('./Owners.tsx')).Owners);
const Ports = latePage(async () => (await import('./Ports.tsx')).Ports);
const Settings = latePage(async () => (await import('./Settings.tsx')).Settings);
const Tenants = latePage(async () => (await import('./Tenants.tsx')).Tenants);

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

/** Routes nested in `/operator/*` have paths relative to it. */
const below = (path: string) => path.slice(operatorPaths.root.length + 1);

/** Shows the login at any path without a session, and the requested page afterwards. */
export function OperatorRoutes() {
  const { t } = useTranslation();
  const loggedIn = useOperatorLoggedIn();
  const self = useQuery({ ...operatorSelf(useOperator().client), enabled: loggedIn });
  if (!loggedIn) {
    return (
      <Entry title={t('identity.operatorLogInTitle')}>
        <OperatorLogin />
      </Entry>
    );
  }
  // A page must not send requests before it is known whether the operator may see it.
  if (self.isPending) return <PageSkeleton />;
  if (self.data?.passwordMustChange) {
    return (
      <OperatorTexts>
        <MustChange />
      </OperatorTexts>
    );
  }
  return (
    <OperatorTexts>
      <OperatorFrame>
        <Pages />
      </OperatorFrame>
    </OperatorTexts>
  );
}

/** The page that the URL names. The previous one is unmounted, after a confirmation when it has unsaved input. */
function Pages() {
  const named = useLocation();
  const navigate = useNavigate();
  const [location, question] = useGuardedAddress(named, {
    isLosing: ({ pathname }, next) => pathname !== next.pathname && hasUnsaved(pathname),
    onStay: (shown) => void navigate(shown),
  });
  const home = <Navigate to={operatorPaths.notifications} replace />;
  return (
    <>
      <Routes location={location}>
        {screens.map(([path, Screen]) => (
          <Route key={path} path={below(path)} element={<Screen />} />
        ))}
        <Route index element={home} />
        <Route path={below(operatorPaths.login)} element={home} />
        <Route path="*" element={<NotFound />} />
      </Routes>
      {question}
    </>
  );
}

/** Loads the texts of all screens and of those that only the operator sees. */
function OperatorTexts({ children }: { children: ReactNode }) {
  return (
    <ScreenTexts>
      <ScreenTexts part="operator">{children}</ScreenTexts>
    </ScreenTexts>
  );
}

/** A screen before the pages: the login, or the change of a generated password. */
function Entry({ title, children }: { title: string; children: ReactNode }) {
  const { t } = useTranslation();
  useWindowTitle(t('page.operator'));
  return <EntryLayout title={title}>{children}</EntryLayout>;
}

function MustChange() {
  const { t } = useTranslation();
  return (
    <Entry title={t('operatorLogin.mustChange')}>
      <p>{t('operatorLogin.mustChangeHint', { min: operatorPasswordMin })}</p>
      <OperatorPassword />
    </Entry>
  );
}
