import './son-account.css';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { paths } from '../../../lib/paths.ts';
import { PastSessions } from './PastSessions.tsx';
import { Ports } from './Ports.tsx';
import { SubAccountList } from './SubAccountList.tsx';

// i18n-keys: subAccounts.views.*

const views = ['list', 'ports', 'sessions'] as const;

/** Views of the sub-accounts, of the ports that their sessions hold, and of past sessions. */
export function SubAccounts() {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  const view = views.find((one) => one === query.get('view')) ?? 'list';
  return (
    <>
      <nav className="views" aria-label={t('subAccounts.viewsName')}>
        <ul>
          {views.map((one) => (
            <li key={one} className={one === view ? 'tab tab-active' : 'tab'}>
              <Link
                to={one === 'list' ? paths.subAccounts : `${paths.subAccounts}?view=${one}`}
                {...(one === view ? { 'aria-current': 'page' as const } : {})}
              >
                {t(`subAccounts.views.${one}`)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {view === 'list' ? <SubAccountList /> : null}
      {view === 'ports' ? <Ports /> : null}
      {view === 'sessions' ? <PastSessions /> : null}
    </>
  );
}
