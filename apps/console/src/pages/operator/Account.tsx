import { useTranslation } from 'react-i18next';
import { useOperator } from '../../entities/operator/operator-session.tsx';
import { LoginSessions } from '../../features/login-sessions/LoginSessions.tsx';
import { OperatorPassword } from '../../features/operator-login/OperatorPassword.tsx';
import { TwoFactorPanel } from '../../features/two-factor/TwoFactorPanel.tsx';

/** `/operator/account` */
export function Account() {
  const { t } = useTranslation();
  const session = useOperator();
  return (
    <div className="page">
      <div className="page-head">
        <h1>{t('operatorPages.account')}</h1>
      </div>
      <div className="panel padded settings-rows">
        <h2>{t('operatorLogin.password')}</h2>
        <OperatorPassword />
        <h2>{t('twoFactor.title')}</h2>
        <p className="quiet">{t('twoFactor.hint')}</p>
        <TwoFactorPanel client={session.client} />
        <h2>{t('loginSessions.title')}</h2>
        <p className="quiet">{t('loginSessions.hint')}</p>
        <LoginSessions client={session.client} scope="own" onLoggedOut={() => void session.logOut()} />
      </div>
    </div>
  );
}
