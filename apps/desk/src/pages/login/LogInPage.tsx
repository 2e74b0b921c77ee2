// i18n-keys: ending.*
import './login.css';
import type { SessionEnding } from '@parley/contract';
import { Alert } from 'antd';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { LogInForm } from '../../features/identity/LogInForm.tsx';
import { PreferenceMenu } from '../../ui/PreferenceMenu.tsx';

type Properties = {
  /** Why a session that was there is over. */
  ending: 'timeout' | SessionEnding | null;
  /** Somebody has begun to type. */
  onInput?: () => void;
  onDone: () => void;
};

export function LogInPage({ ending, onInput, onDone }: Properties) {
  const { t } = useTranslation();
  useEffect(() => {
    document.title = t('logIn.pageTitle');
  }, [t]);
  return (
    <div className="desk-entrance">
      <div className="desk-entrance-preferences">
        <PreferenceMenu />
      </div>
      <main className="desk-entrance-card" onInput={onInput}>
        <p className="desk-brand">{t('brand')}</p>
        <h1>{t('logIn.title')}</h1>
        <p className="desk-entrance-hint">{t('logIn.hint')}</p>
        {ending === null ? null : (
          <Alert
            type={ending === 'disabled' || ending === 'deleted' ? 'error' : 'warning'}
            showIcon
            title={t(`ending.${ending}`)}
            style={{ marginBlockEnd: 16 }}
          />
        )}
        <LogInForm onDone={onDone} />
        <p className="desk-entrance-foot">
          <a href="/">{t('logIn.toConsole')}</a>
        </p>
      </main>
    </div>
  );
}
