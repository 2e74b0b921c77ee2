import { useTranslation } from 'react-i18next';
import { ReplyRules } from '../reply-rules/ReplyRules.tsx';

/** Keyword rules: replies to words in customers' messages. */
export function KeywordReplies() {
  const { t } = useTranslation();
  return <ReplyRules kind="keyword" title={t('page.keywordReplies')} />;
}
