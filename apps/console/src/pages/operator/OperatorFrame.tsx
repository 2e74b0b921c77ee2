import { useTranslation } from 'react-i18next';
import './operator.css';
import { LogoutOutlined } from '@ant-design/icons';
import { ForeignText, OfflineBanner, TimeZoneProvider } from '@parley/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { NavLink, useLocation } from 'react-router';
import { operatorPaths } from '../../entities/operator/operator-paths.ts';
import { operatorKeys, operatorSelf } from '../../entities/operator/operator-self.ts';
import { useOperator } from '../../entities/operator/operator-session.tsx';
import { useWindowTitle } from '../../lib/brand.ts';
import { PersonContext } from '../../lib/person.ts';
import { useSystemConfig } from '../../lib/system-config.ts';
import { ownTimeZone } from '../../lib/time-zones.ts';
import { hasUnsaved } from '../../lib/unsaved-changes.ts';
import { LanguageSwitch } from '../../ui/LanguageSwitch.tsx';
import { ThemeSwitch } from '../../ui/ThemeSwitch.tsx';
import { useUnsavedChangesDialog } from '../../ui/use-unsaved-changes-dialog.tsx';

// i18n-keys: operatorPages.*

const places = [
  ['notifications', operatorPaths.notifications],
  ['contacts', operatorPaths.contacts],
  ['certifications', operatorPaths.certifications],
  ['settings', operatorPaths.settings],
  ['mail', operatorPaths.mail],
  ['characters', operatorPaths.characters],
  ['ports', operatorPaths.ports],
  ['owners', operatorPaths.owners],
  ['auditLog', operatorPaths.auditLog],
  ['account', operatorPaths.account],
] as const;

/** The names of the pages by path, as in the menu. */
const pageNames = Object.entries(operatorPaths).filter(([name]) => name !== 'root' && name !== 'login');

/** Sets the window's title to the page's name. */
function usePageTitle(): void {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const title = t('page.operator');
  const page = pageNames.find(([, path]) => pathname.startsWith(path))?.[0];
  useWindowTitle(page === undefined ? title : `${t(`operatorPages.${page}`)} · ${title}`);
}

/** The menu. On a phone it is wider than the window, so the current page's entry is scrolled into view. */
function Places({ onChosen }: { onChosen: () => void }) {
  const { t } = useTranslation();
  const { data } = useSystemConfig();
  const { pathname } = useLocation();
  const menu = useRef<HTMLElement>(null);
  const shown = data?.tenants ? [...places, ['tenants', operatorPaths.tenants] as const] : places;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for another page or a longer menu
  useEffect(() => {
    const present = menu.current?.querySelector('[aria-current=page]');
    present?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [pathname, shown.length]);
  return (
    <nav className="tabs" aria-label={t('shell.menu')} ref={menu}>
      <ul>
        {shown.map(([name, path]) => (
          <li key={name} className="tab">
            <NavLink to={path} onClick={onChosen}>
              {t(`operatorPages.${name}`)}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The frame of the operator's screens: title, menu and logged-in user. */
export function OperatorFrame({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  usePageTitle();
  const session = useOperator();
  const cache = useQueryClient();
  const [leaving, setLeaving] = useState(false);
  const [attempt, question] = useUnsavedChangesDialog();
  const self = useQuery(operatorSelf(session.client));
  const leave = () => {
    setLeaving(true);
    void session.logOut();
  };
  // A click on any menu entry, including the current one, refetches data. The settings form is excepted, as a refetch
  // would reset its input; it detects changes by another operator on submit.
  const refresh = () =>
    void cache.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== operatorKeys.settings[0] });
  return (
    <div className="operator">
      <a className="skip-link" href="#page">
        {t('shell.skip')}
      </a>
      <header className="navbar">
        <img src="/parley.svg" alt="" width={24} height={24} />
        <span className="brand">{t('page.operator')}</span>
        <span className="grow" />
        <ForeignText className="quiet operator-self">{self.data?.emailAddress ?? ''}</ForeignText>
        <LanguageSwitch />
        <ThemeSwitch />
        <Button
          type="text"
          icon={<LogoutOutlined />}
          aria-label={t('shell.logOut')}
          title={t('shell.logOut')}
          loading={leaving}
          onClick={() => attempt(hasUnsaved(), leave)}
        />
        {question}
      </header>
      <div className="stage">
        <Places onChosen={refresh} />
        <OfflineBanner />
        <main id="page" tabIndex={-1}>
          <PersonContext value={`operator:${self.data?.emailAddress ?? ''}`}>
            {/* The zone of the times, named for the columns' titles: the operator belongs to no workspace. */}
            <TimeZoneProvider timeZone={ownTimeZone()}>{children}</TimeZoneProvider>
          </PersonContext>
        </main>
      </div>
    </div>
  );
}
