import { platforms } from '@parley/contract/catalogues';
import { ForeignText, interfaceLanguageOf, useConversationTitle, useFormats } from '@parley/ui';
import { useQuery } from '@tanstack/react-query';
import { Tag } from 'antd';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../lib/session-context.tsx';
import { GroupPart } from './GroupPart.tsx';
import { HandedOver } from './HandedOver.tsx';
import { conversation } from './queries.ts';

// i18n-keys: chatHistory.verdict.*

/** Polling interval, in ms: no event reports that an account has left a group on its platform. */
const pollMs = 3_000;

/** The customer of a conversation and the platform and account on which they write. */
export function ConversationHead({ conversationId }: { conversationId: string }) {
  const { t, i18n } = useTranslation();
  const formats = useFormats();
  const titleOf = useConversationTitle();
  const { data: found } = useQuery({
    ...conversation(useClient(), conversationId),
    refetchInterval: ({ state }) => (state.data?.group?.leaving?.state === 'waiting' ? pollMs : false),
  });
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
      <HandedOver conversation={found} />
      <GroupPart conversation={found} />
    </>
  );
}
