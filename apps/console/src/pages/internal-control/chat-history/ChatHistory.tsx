import { EyeOutlined, FieldTimeOutlined, ShareAltOutlined } from '@ant-design/icons';
import { EmptyState, lazyDialog, lazyPart, useAllowClear } from '@parley/ui';
import { Button, Segmented, Skeleton } from 'antd';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SocialAccountSelect } from '../../../entities/social-accounts/SocialAccountSelect.tsx';
import { SubAccountSelect } from '../../../entities/sub-accounts/SubAccountSelect.tsx';
import { ConversationList } from '../../../features/chat-history/ConversationList.tsx';
import {
  conversationFilters,
  type HistoryFilters,
  messageSearch,
  readChatHistoryFilters,
} from '../../../features/chat-history/queries.ts';
import { useRestoredFocus } from '../../../lib/use-restored-focus.ts';
import { type FilterPatch, useUrlFilters } from '../../../lib/use-url-filters.ts';
import { ScreenTexts } from '../../../ui/ScreenTexts.tsx';
import { SearchField } from '../../../ui/SearchField.tsx';

const loading = <Skeleton active className="padded" paragraph={{ rows: 10 }} />;
const Reading = lazyPart(async () => (await import('./Reading.tsx')).Reading, { fallback: loading });
const FoundMessages = lazyPart(
  async () => (await import('../../../features/chat-history/FoundMessages.tsx')).FoundMessages,
  { fallback: loading },
);
const MessageSearchFilters = lazyPart(
  async () => (await import('../../../features/chat-history/MessageSearchFilters.tsx')).MessageSearchFilters,
  { line: true },
);
const RetentionDrawer = lazyDialog(
  async () => (await import('../../../features/chat-history/RetentionDrawer.tsx')).RetentionDrawer,
  { drawer: true },
);
const SharesDrawer = lazyDialog(
  async () => (await import('../../../features/chat-history/shares/SharesDrawer.tsx')).SharesDrawer,
  { drawer: true },
);
const AccessLog = lazyDialog(async () => (await import('./AccessLog.tsx')).AccessLog, { drawer: true });

/** Internal control: every conversation of the workspace, to read in both languages and to search. */
export function ChatHistory() {
  return (
    <ScreenTexts part="history">
      <ChatHistoryPage />
    </ScreenTexts>
  );
}

function ChatHistoryPage() {
  const { t } = useTranslation();
  const [filters, setFilters] = useUrlFilters(readChatHistoryFilters);
  const { conversation, place } = filters;
  return (
    <div className="panes" data-open={conversation !== undefined}>
      <section
        className="pane-list"
        aria-label={t(
          filters.view === 'messages' ? 'chatHistory.foundMessages' : 'chatHistory.conversations',
        )}
      >
        <h1 className="only-read-aloud">{t('page.chatHistory')}</h1>
        <Filters filters={filters} onFilter={setFilters} />
        <ControlBar />
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

/** Buttons for the access log, the share links and the retention of the workspace's chat history. */
function ControlBar() {
  const { t } = useTranslation();
  const [opened, setOpened] = useState<'access' | 'retention' | 'shares' | null>(null);
  const close = () => setOpened(null);
  useRestoredFocus(opened !== null);
  return (
    <div className="pane-access">
      <Button type="text" size="small" icon={<EyeOutlined />} onClick={() => setOpened('access')}>
        {t('chatHistory.access.title')}
      </Button>
      <Button
        type="text"
        size="small"
        icon={<ShareAltOutlined aria-hidden />}
        onClick={() => setOpened('shares')}
      >
        {t('chatShares.record')}
      </Button>
      <Button type="text" size="small" icon={<FieldTimeOutlined />} onClick={() => setOpened('retention')}>
        {t('chatHistory.retention.title')}
      </Button>
      {opened === 'access' ? <AccessLog conversationId={undefined} onClose={close} /> : null}
      {opened === 'shares' ? <SharesDrawer conversationId={undefined} onClose={close} /> : null}
      {opened === 'retention' ? <RetentionDrawer onClose={close} /> : null}
    </div>
  );
}

type Filtering = { filters: HistoryFilters; onFilter: (patch: FilterPatch) => void };

function Filters({ filters, onFilter }: Filtering) {
  const clear = useAllowClear();
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
