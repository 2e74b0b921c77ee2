import { platforms } from '@parley/contract/catalogues';
import { ForeignText, interfaceLanguageOf, useConversationTitle, useFormats } from '@parley/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Tag } from 'antd';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../lib/session-context.tsx';
import { type ConversationFilters, conversations } from './queries.ts';

// i18n-keys: chatHistory.verdict.*

type Properties = { conversationId: string; filters: ConversationFilters };

/** The customer, as far as the list beside it has loaded it: an address may name a conversation further down. */
export function ConversationHead({ conversationId, filters }: Properties) {
  const { t, i18n } = useTranslation();
  const formats = useFormats();
  const titleOf = useConversationTitle();
  const list = useInfiniteQuery(conversations(useClient(), filters));
  const found = list.data?.pages.flatMap((page) => page.list).find(({ id }) => id === conversationId);
  if (found === undefined) return <h2>{t('chatHistory.conversation')}</h2>;
  const verdict = found.fan?.verdict ?? null;
  return (
    <>
      <h2>
        <ForeignText>{titleOf(found)}</ForeignText>
      </h2>
      {verdict === null ? null : <Tag>{t(`chatHistory.verdict.${verdict}`)}</Tag>}
      {found.customerLanguage === null ? null : (
        <Tag>{t('chatHistory.writes', { language: formats.language(found.customerLanguage) })}</Tag>
      )}
      <span className="quiet">
        {platforms[found.platform].names[interfaceLanguageOf(i18n.language)]} ·{' '}
        <ForeignText>{found.socialAccountName}</ForeignText>
      </span>
    </>
  );
}
