import { useTranslation } from 'react-i18next';
import { ReplyRules } from '../reply-rules/ReplyRules.tsx';

/** Welcome templates: replies to customers who start a session. */
export function WelcomeMessages() {
  const { t } = useTranslation();
  return <ReplyRules kind="welcome" title={t('page.welcomeMessages')} />;
}
