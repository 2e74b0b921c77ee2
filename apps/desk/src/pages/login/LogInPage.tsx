import './login.css';
import { endSentenceOf, isAccountClosed, type SessionEndReason } from '@parley/api-client';
import { interfaceLanguageOf } from '@parley/ui';
import { Alert } from 'antd';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { LogInForm } from '../../features/identity/LogInForm.tsx';
import { brandName } from '../../ui/brand-name.ts';
import { PreferenceMenu } from '../../ui/PreferenceMenu.tsx';

type Properties = {
  /** The reason why the previous session ended. */
  ending: SessionEndReason | null;
  /** Called when the user starts to type. */
  onInput?: () => void;
  onDone: () => void;
};

export function LogInPage({ ending, onInput, onDone }: Properties) {
  const { t, i18n } = useTranslation();
  useEffect(() => {
    document.title = t('logIn.pageTitle', { brand: brandName });
  }, [t]);
  return (
    <div className="desk-entrance">
      <div className="desk-entrance-preferences">
        <PreferenceMenu />
      </div>
      <main className="desk-entrance-card" onInput={onInput}>
        <p className="desk-brand">{brandName}</p>
        <h1>{t('logIn.title')}</h1>
        <p className="desk-entrance-hint">{t('logIn.hint')}</p>
        {ending === null ? null : (
          <Alert
            type={isAccountClosed(ending) ? 'error' : 'warning'}
            showIcon
            title={endSentenceOf(ending, interfaceLanguageOf(i18n.language)) ?? t('ending.timeout')}
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
