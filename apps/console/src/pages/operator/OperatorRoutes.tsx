import { EmptyState } from '@parley/ui';
import type { ComponentType } from 'react';
import { Link, Navigate, Route, Routes } from 'react-router';
import { OperatorFrame } from '../../features/operator/OperatorFrame.tsx';
import { OperatorLogin } from '../../features/operator/OperatorLogin.tsx';
import { operatorPaths } from '../../features/operator/operator-paths.ts';
import { useOperatorLoggedIn } from '../../features/operator/operator-session.tsx';
import { useTexts } from '../../features/operator/texts.ts';
import { useWindowTitle } from '../../lib/brand.ts';
import { EntryLayout } from '../../ui/EntryLayout.tsx';
import { Certifications } from './Certifications.tsx';
import { Characters } from './Characters.tsx';
import { Contacts } from './Contacts.tsx';
import { Mail } from './Mail.tsx';
import { Notifications } from './Notifications.tsx';
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
];

/** These routes stand inside of `/operator/*`, so that their paths begin after it. */
const below = (path: string) => path.slice(operatorPaths.root.length + 1);

/** Who isn't logged in sees the log-in at whatever address, and is there afterwards where they wanted to be. */
export function OperatorRoutes() {
  const { t } = useTexts();
  const loggedIn = useOperatorLoggedIn();
  const title = t('op.title');
  useWindowTitle(title);
  if (!loggedIn) {
    return (
      <EntryLayout title={t('op.logInTitle')}>
        <OperatorLogin />
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
