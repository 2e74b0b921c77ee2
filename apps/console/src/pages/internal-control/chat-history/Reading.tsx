import {
  ArrowLeftOutlined,
  EyeOutlined,
  SearchOutlined,
  ShareAltOutlined,
  TranslationOutlined,
} from '@ant-design/icons';
import { lazyDialog } from '@parley/ui';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConversationHead } from '../../../features/chat-history/ConversationHead.tsx';
import { ConversationView } from '../../../features/chat-history/ConversationView.tsx';
import { ExportMessages } from '../../../features/chat-history/ExportMessages.tsx';
import type { Place } from '../../../features/chat-history/queries.ts';
import { useRestoredFocus } from '../../../lib/use-restored-focus.ts';
import type { FilterPatch } from '../../../lib/use-url-filters.ts';
import { DayField } from '../../../ui/DayField.tsx';

const TranslationDrawer = lazyDialog(
  async () =>
    (await import('../../../features/translation-settings/TranslationDrawer.tsx')).TranslationDrawer,
  { drawer: true },
);
const SharesDrawer = lazyDialog(
  async () => (await import('../../../features/chat-history/shares/SharesDrawer.tsx')).SharesDrawer,
  { drawer: true },
);
const AccessLog = lazyDialog(async () => (await import('./AccessLog.tsx')).AccessLog, { drawer: true });

const leavePlace = { at: undefined, day: undefined };

type OpenedDrawer = 'translation' | 'access' | 'shares' | null;

type ReadingProperties = {
  conversationId: string;
  place: Place;
  onFilter: (patch: FilterPatch) => void;
};

/** A conversation with its header, and its translation settings in a drawer. */
export function Reading({ conversationId, place, onFilter }: ReadingProperties) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState<OpenedDrawer>(null);
  const close = () => setOpened(null);
  useRestoredFocus(opened !== null);
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
          <Button icon={<ShareAltOutlined aria-hidden />} onClick={() => setOpened('shares')}>
            {t('chatShares.open')}
          </Button>
          <ExportMessages search={{ conversationId }} label={t('chatHistory.exportConversation')} />
        </div>
      </div>
      <Drawers opened={opened} conversationId={conversationId} onClose={close} />
      <ConversationView
        key={`${conversationId} ${place.around ?? place.day ?? ''}`}
        conversationId={conversationId}
        place={place}
        onEnd={() => onFilter(leavePlace)}
        onPlace={(seq) => onFilter({ ...leavePlace, at: String(seq) })}
      />
    </>
  );
}

type DrawersProperties = { opened: OpenedDrawer; conversationId: string; onClose: () => void };

function Drawers({ opened, conversationId, onClose }: DrawersProperties) {
  return (
    <>
      {opened === 'translation' ? (
        <TranslationDrawer
          // Differs from its sibling's key: of two elements with the same key, one would stay mounted.
          key={`translation of ${conversationId}`}
          target={{ level: 'conversation', conversationId }}
          onClose={onClose}
        />
      ) : null}
      {opened === 'access' ? <AccessLog conversationId={conversationId} onClose={onClose} /> : null}
      {opened === 'shares' ? <SharesDrawer conversationId={conversationId} onClose={onClose} /> : null}
    </>
  );
}
