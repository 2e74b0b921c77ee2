import { unsupportedLanguage } from '@parley/chat-core';
import './chat-pane.css';
import { ArrowDownOutlined } from '@ant-design/icons';
import { type Conversation, deskFileLink } from '@parley/contract/conversations';
import type { DeskQuickReply } from '@parley/contract/quick-replies';
import { FileLinksProvider, TypingDots, useConversationTitle } from '@parley/ui';
import { Button } from 'antd';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDesk } from '../../lib/desk-context.tsx';
import { useNow } from '../../lib/use-now.ts';
import { useStore } from '../../lib/use-store.ts';
import { useChat } from './ChatServices.tsx';
import { Composer } from './Composer.tsx';
import { customerName } from './customer-name.ts';
import { focusComposer } from './focus-composer.ts';
import { MessageActsProvider } from './MessageActs.tsx';
import { MessageList } from './MessageList.tsx';
import type { Abilities } from './possible-acts.ts';
import { ReplyWindowNotice } from './ReplyWindowNotice.tsx';
import { type ReplyWindowState, replyWindowState } from './reply-window-state.ts';
import { UnsupportedNotice } from './UnsupportedNotice.tsx';
import { JumpProvider, type NamedPlace, useJumps } from './use-jumps.tsx';
import { useReadMarks } from './use-read-marks.ts';

type Properties = {
  conversationId: string;
  conversation: Conversation | undefined;
  typing: boolean;
  limit: number;
  canShowTyping: boolean;
  canSendFiles: boolean;
  canMention: boolean;
  abilities: Abilities;
  /** True when nothing can be sent because the social account is no longer in the group. */
  closed?: boolean;
  /** The names of the sub-account and of the social account, for quick replies. */
  names: { agent: string; account: string | null };
  onRead: (conversation: Conversation) => void;
  /** The message at which to open the conversation, e.g. a search result. */
  place?: NamedPlace | null;
  /** Shown above the composer, e.g. that no characters are left. */
  notice: ReactNode;
  /** Shown above the composer, e.g. which colleagues are replying. */
  colleagues?: ReactNode;
  /** Reports to colleagues that the agent is writing here. */
  onWriting?: (on: boolean) => void;
  /** Receives a chosen quick reply, to attach what it contains besides text. */
  onQuickReply?: (reply: DeskQuickReply) => void;
  /** Shown among the composer's buttons. */
  tools?: ReactNode;
  /** Opens the message templates; omitted if the platform has none. */
  onTemplates?: (() => void) | undefined;
  /** Opens the conversation's translation settings. */
  onSettings: () => void;
};

const ignore = () => undefined;

/** Shows that the customer is typing, and which colleagues are replying. */
function TypingLine({ typing, conversation, colleagues }: Properties) {
  const titleOf = useConversationTitle();
  return (
    <div className="desk-typing-line">
      {typing && conversation !== undefined ? <TypingDots name={titleOf(conversation, 40)} /> : null}
      {colleagues}
    </div>
  );
}

/** Returns the place up to which the conversation was read when it was opened; null if nothing was unread. */
function useOpenedAt(conversation: Conversation | undefined): number | null {
  const [opened, setOpened] = useState<number | null | undefined>(undefined);
  if (opened !== undefined || conversation === undefined) return opened ?? null;
  const readSeq = conversation.unread > 0 ? conversation.readSeq : null;
  setOpened(readSeq);
  return readSeq;
}

function useReplyWindow({ conversation, abilities }: Properties): ReplyWindowState {
  const now = useNow();
  return replyWindowState(abilities.window ?? null, conversation, now);
}

/** A button to return to the newest messages, with the number of the customer's unread ones. */
function ToNewest({ unread }: { unread: number }) {
  const { t } = useTranslation();
  const { goToNewest } = useJumps();
  return (
    <Button
      className="desk-to-end"
      size="small"
      icon={<ArrowDownOutlined aria-hidden />}
      onClick={goToNewest}
    >
      {unread === 0 ? t('chat.toEnd') : t('chat.toNew', { count: unread })}
    </Button>
  );
}

/** Messages and composer of one conversation. Pass the conversation's id as `key`. */
export function ChatPane(properties: Properties) {
  const { conversationId, place = null } = properties;
  return (
    <JumpProvider conversationId={conversationId} place={place}>
      <Pane {...properties} />
    </JumpProvider>
  );
}

function Pane(properties: Properties) {
  const { conversationId, conversation } = properties;
  const { threads } = useChat();
  const { client } = useDesk();
  const askForLink = useCallback(
    (fileId: string) => client.call(deskFileLink, { params: { conversationId, fileId } }),
    [client, conversationId],
  );
  const view = useStore(threads.view(conversationId));
  const unsupported = unsupportedLanguage(view.newest);
  const [atEnd, setAtEnd] = useState(true);
  const windowState = useReplyWindow(properties);
  const readSeq = useOpenedAt(conversation);
  useEffect(() => threads.setAtEnd(conversationId, atEnd), [threads, conversationId, atEnd]);
  useReadMarks({ conversation, view, atEnd, onRead: properties.onRead });
  return (
    <div className="desk-chat">
      <FileLinksProvider ask={askForLink}>
        <MessageActsProvider
          conversationId={conversationId}
          abilities={properties.abilities}
          onAnswer={focusComposer}
        >
          <MessageList conversationId={conversationId} view={view} readSeq={readSeq} onAtEnd={setAtEnd} />
        </MessageActsProvider>
      </FileLinksProvider>
      <div className="desk-chat-foot">
        {atEnd ? null : <ToNewest unread={conversation?.unread ?? 0} />}
        <TypingLine {...properties} />
        <ReplyWindowNotice state={windowState} onTemplates={properties.onTemplates} />
        {properties.notice}
        {unsupported === null ? null : (
          <UnsupportedNotice
            conversationId={conversationId}
            unsupported={unsupported}
            onSettings={properties.onSettings}
          />
        )}
        <Composer
          conversationId={conversationId}
          limit={properties.limit}
          canShowTyping={properties.canShowTyping}
          canSendFiles={properties.canSendFiles}
          canMention={properties.canMention && conversation?.kind === 'group'}
          closed={properties.closed || windowState.kind === 'closed' || windowState.kind === 'templates'}
          charged={windowState.kind === 'paid'}
          values={{
            ...properties.names,
            fan: conversation === undefined ? null : customerName(conversation),
          }}
          customerLanguage={conversation?.customerLanguage ?? null}
          onQuickReply={properties.onQuickReply ?? ignore}
          onWriting={properties.onWriting ?? ignore}
          tools={properties.tools}
        />
      </div>
    </div>
  );
}
