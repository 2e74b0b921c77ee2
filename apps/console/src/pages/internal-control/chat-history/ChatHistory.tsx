import { ArrowLeftOutlined, EyeOutlined, SearchOutlined, TranslationOutlined } from '@ant-design/icons';
import { EmptyState, useClear } from '@parley/ui';
import { Button, Segmented } from 'antd';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SocialAccountSelect } from '../../../entities/social-accounts/SocialAccountSelect.tsx';
import { SubAccountSelect } from '../../../entities/sub-accounts/SubAccountSelect.tsx';
import { ConversationHead } from '../../../features/chat-history/ConversationHead.tsx';
import { ConversationList } from '../../../features/chat-history/ConversationList.tsx';
import { ConversationView } from '../../../features/chat-history/ConversationView.tsx';
import { ExportMessages } from '../../../features/chat-history/ExportMessages.tsx';
import { FoundMessages } from '../../../features/chat-history/FoundMessages.tsx';
import { MessageSearchFilters } from '../../../features/chat-history/MessageSearchFilters.tsx';
import {
  conversationFilters,
  type HistoryFilters,
  messageSearch,
  type Place,
  readChatHistoryFilters,
} from '../../../features/chat-history/queries.ts';
import { paths } from '../../../lib/paths.ts';
import { type FilterPatch, useUrlFilters } from '../../../lib/use-url-filters.ts';
import { DayField } from '../../../ui/DayField.tsx';
import { lazyWithSuspense } from '../../../ui/lazy-with-suspense.tsx';
import { ScreenTexts } from '../../../ui/ScreenTexts.tsx';
import { SearchField } from '../../../ui/SearchField.tsx';

const TranslationDrawer = lazyWithSuspense(
  async () =>
    (await import('../../../features/translation-settings/TranslationDrawer.tsx')).TranslationDrawer,
);

const AccessLog = lazyWithSuspense(async () => (await import('./AccessLog.tsx')).AccessLog);

/** Internal control: every conversation of the workspace, to be read in both languages and searched. */
export function ChatHistory() {
  return (
    <ScreenTexts part="history">
      <ChatHistoryPage />
    </ScreenTexts>
  );
}

const leavePlace = { at: undefined, day: undefined };

function ChatHistoryPage() {
  const { t } = useTranslation();
  const [filters, setFilters] = useUrlFilters(readChatHistoryFilters);
  const { conversation, place } = filters;
  const [accessLog, setAccessLog] = useState(false);
  return (
    <div className="panes" data-open={conversation !== undefined}>
      <section
        className="pane-list"
        aria-label={t(
          filters.view === 'messages' ? 'chatHistory.foundMessages' : 'chatHistory.conversations',
        )}
      >
        <h1 className="only-read-aloud">{t('page.chatHistory')}</h1>
        {accessLog ? <AccessLog conversationId={undefined} onClose={() => setAccessLog(false)} /> : null}
        <Filters filters={filters} onFilter={setFilters} />
        <Button
          className="pane-access"
          type="text"
          size="small"
          icon={<EyeOutlined />}
          onClick={() => setAccessLog(true)}
        >
          {t('chatHistory.access.title')}
        </Button>
        <div className="pane-scroll">
          {filters.view === 'messages' ? (
            <FoundMessages
              search={messageSearch(filters)}
              opened={{ conversationId: conversation, seq: place.around }}
            />
          ) : (
            <ConversationList filters={conversationFilters(filters)} selected={conversation} />
          )}
        </div>
      </section>
      <section className="pane-read" aria-label={t('chatHistory.conversation')}>
        {conversation === undefined ? (
          <EmptyState title={t('chatHistory.choose')} hint={t('chatHistory.chooseHint')} />
        ) : (
          <Reading conversationId={conversation} place={place} onFilter={setFilters} />
        )}
      </section>
    </div>
  );
}

type Filtering = { filters: HistoryFilters; onFilter: (patch: FilterPatch) => void };

function Filters({ filters, onFilter }: Filtering) {
  const clear = useClear();
  const { t } = useTranslation();
  const search = useCallback((text: string | undefined) => onFilter({ search: text }), [onFilter]);
  return (
    <div className="pane-filters">
      <Segmented
        block
        aria-label={t('chatHistory.view')}
        value={filters.view}
        onChange={(view) => onFilter({ view: view === 'messages' ? view : undefined })}
        options={[
          { value: 'conversations', label: t('chatHistory.byConversation') },
          { value: 'messages', label: t('chatHistory.byMessage') },
        ]}
      />
      {filters.view === 'messages' ? (
        <MessageSearchFilters filters={filters} onFilter={onFilter} />
      ) : (
        <SearchField value={filters.search} onSearch={search} label={t('chatHistory.search')} />
      )}
      <SocialAccountSelect
        allowClear={clear}
        value={filters.socialAccountId ?? null}
        onChange={(socialAccountId) => onFilter({ socialAccountId })}
      />
      <SubAccountSelect
        allowClear={clear}
        value={filters.subAccountId ?? null}
        onChange={(subAccountId) => onFilter({ subAccountId })}
      />
    </div>
  );
}

type ReadingProperties = {
  conversationId: string;
  place: Place;
  onFilter: (patch: FilterPatch) => void;
};

/** One conversation with its head, and its translation settings in a drawer. */
function Reading({ conversationId, place, onFilter }: ReadingProperties) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState<'translation' | 'access' | null>(null);
  const close = () => setOpened(null);
  return (
    <>
      <div className="pane-head">
        <Button
          className="pane-back"
          type="text"
          aria-label={t('chatHistory.back')}
          icon={<ArrowLeftOutlined />}
          onClick={() => onFilter({ conversation: undefined, ...leavePlace })}
        />
        <ConversationHead conversationId={conversationId} />
        <div className="pane-actions">
          <DayField
            label={t('chatHistory.goToDay')}
            value={place.day}
            onDay={(day) => onFilter({ day, at: undefined })}
          />
          <Button
            aria-label={t('chatHistory.searchWithin')}
            title={t('chatHistory.searchWithin')}
            icon={<SearchOutlined />}
            onClick={() => onFilter({ view: 'messages', within: conversationId })}
          />
          <Button icon={<TranslationOutlined />} onClick={() => setOpened('translation')}>
            {t('translation.title')}
          </Button>
          <Button
            aria-label={t('chatHistory.access.title')}
            title={t('chatHistory.access.title')}
            icon={<EyeOutlined />}
            onClick={() => setOpened('access')}
          />
          <ExportMessages search={{ conversationId }} label={t('chatHistory.exportConversation')} />
        </div>
      </div>
      {opened === 'translation' ? (
        <TranslationDrawer
          // Another one than its neighbour's: of two with the same key one would stay on the screen.
          key={`translation of ${conversationId}`}
          target={{ level: 'conversation', conversationId }}
          page={paths.chatHistory}
          onClose={close}
        />
      ) : null}
      {opened === 'access' ? <AccessLog conversationId={conversationId} onClose={close} /> : null}
      <ConversationView
        key={`${conversationId} ${place.around ?? place.day ?? ''}`}
        conversationId={conversationId}
        place={place}
        onEnd={() => onFilter(leavePlace)}
      />
    </>
  );
}
