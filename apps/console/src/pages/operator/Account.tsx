import { OperatorPassword } from '../../features/operator/OperatorPassword.tsx';
import { useOperator } from '../../features/operator/operator-session.tsx';
import { useTexts } from '../../features/operator/texts.ts';
import { LoginSessions } from '../../ui/LoginSessions.tsx';
import { TwoFactorPanel } from '../../ui/TwoFactorPanel.tsx';

/** `/operator/account` */
export function Account() {
  const { t } = useTexts();
  const session = useOperator();
  return (
    <div className="page">
      <div className="page-head">
        <h1>{t('op.page.account')}</h1>
      </div>
      <div className="panel padded settings-rows">
        <h2>{t('op.account.password')}</h2>
        <OperatorPassword />
        <h2>{t('security.twoFactor')}</h2>
        <p className="quiet">{t('security.twoFactorHint')}</p>
        <TwoFactorPanel client={session.client} />
        <h2>{t('security.sessions')}</h2>
        <p className="quiet">{t('security.sessionsHint')}</p>
        <LoginSessions client={session.client} scope="own" onLoggedOut={() => void session.logOut()} />
      </div>
    </div>
  );
}
