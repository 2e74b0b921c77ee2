import { ArrowLeftOutlined, TranslationOutlined } from '@ant-design/icons';
import { EmptyState, useClear } from '@parley/ui';
import { Button } from 'antd';
import { type ComponentProps, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SocialAccountSelect } from '../../../entities/social-accounts/SocialAccountSelect.tsx';
import { SubAccountSelect } from '../../../entities/sub-accounts/SubAccountSelect.tsx';
import { ConversationHead } from '../../../features/chat-history/ConversationHead.tsx';
import { ConversationList } from '../../../features/chat-history/ConversationList.tsx';
import { ConversationView } from '../../../features/chat-history/ConversationView.tsx';
import { readChatHistoryFilters } from '../../../features/chat-history/queries.ts';
import { paths } from '../../../lib/paths.ts';
import { useUrlFilters } from '../../../lib/use-url-filters.ts';
import { lazyWithSuspense } from '../../../ui/lazy-with-suspense.tsx';
import { SearchField } from '../../../ui/SearchField.tsx';

const TranslationDrawer = lazyWithSuspense(
  async () =>
    (await import('../../../features/translation-settings/TranslationDrawer.tsx')).TranslationDrawer,
);

/** Internal control: every conversation of the workspace, to be read in both languages. */
export function ChatHistory() {
  const clear = useClear();
  const { t } = useTranslation();
  const [{ conversation, ...filters }, setFilters] = useUrlFilters(readChatHistoryFilters);
  const search = useCallback((text: string | undefined) => setFilters({ search: text }), [setFilters]);

  return (
    <div className="panes" data-open={conversation !== undefined}>
      <section className="pane-list" aria-label={t('chatHistory.conversations')}>
        <h1 className="only-read-aloud">{t('page.chatHistory')}</h1>
        <div className="pane-filters">
          <SearchField value={filters.search} onSearch={search} label={t('chatHistory.search')} />
          <SocialAccountSelect
            allowClear={clear}
            value={filters.socialAccountId ?? null}
            onChange={(socialAccountId) => setFilters({ socialAccountId })}
          />
          <SubAccountSelect
            allowClear={clear}
            value={filters.subAccountId ?? null}
            onChange={(subAccountId) => setFilters({ subAccountId })}
          />
        </div>
        <div className="pane-scroll">
          <ConversationList filters={filters} selected={conversation} />
        </div>
      </section>
      <section className="pane-read" aria-label={t('chatHistory.conversation')}>
        {conversation === undefined ? (
          <EmptyState title={t('chatHistory.choose')} hint={t('chatHistory.chooseHint')} />
        ) : (
          <Reading
            conversationId={conversation}
            filters={filters}
            onBack={() => setFilters({ conversation: undefined })}
          />
        )}
      </section>
    </div>
  );
}

type ReadingProperties = {
  conversationId: string;
  filters: ComponentProps<typeof ConversationHead>['filters'];
  onBack: () => void;
};

/** One conversation with its head, and its translation settings in a drawer. */
function Reading({ conversationId, filters, onBack }: ReadingProperties) {
  const { t } = useTranslation();
  const [translating, setTranslating] = useState(false);
  return (
    <>
      <div className="pane-head">
        <Button
          className="pane-back"
          type="text"
          aria-label={t('chatHistory.back')}
          icon={<ArrowLeftOutlined />}
          onClick={onBack}
        />
        <ConversationHead conversationId={conversationId} filters={filters} />
        <span className="grow" />
        <Button icon={<TranslationOutlined />} onClick={() => setTranslating(true)}>
          {t('translation.title')}
        </Button>
      </div>
      {translating ? (
        <TranslationDrawer
          // Another one than its neighbour's: of two with the same key one would stay on the screen.
          key={`translation of ${conversationId}`}
          target={{ level: 'conversation', conversationId }}
          page={paths.chatHistory}
          onClose={() => setTranslating(false)}
        />
      ) : null}
      <ConversationView key={conversationId} conversationId={conversationId} />
    </>
  );
}
