import './composer.css';
import { SendOutlined, ThunderboltOutlined } from '@ant-design/icons';
import { newId } from '@parley/api-client';
import type { DeskQuickReply, QuickReplyValues } from '@parley/contract/quick-replies';
import { codePoints, messageLimit } from '@parley/contract/values';
import { useFormats } from '@parley/ui';
import { Button, Input, Tooltip } from 'antd';
import {
  type KeyboardEvent,
  memo,
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
  useEffect,
  useId,
  useRef,
} from 'react';
import { useTranslation } from 'react-i18next';
import { useStableCallback } from '../../lib/use-stable-callback.ts';
import { useStore } from '../../lib/use-store.ts';
import { ReplyTarget } from './AnsweredMessage.tsx';
import { AnsweredNotice } from './AnsweredNotice.tsx';
import { AttachButton } from './AttachButton.tsx';
import { useChat } from './ChatServices.tsx';
import { focusComposer } from './focus-composer.ts';
import { HeldMessages } from './HeldMessages.tsx';
import { MentionList } from './MentionList.tsx';
import { optionId, QuickReplyList } from './QuickReplyList.tsx';
import { SensitiveNotice } from './SensitiveNotice.tsx';
import { UploadList } from './UploadList.tsx';
import { useAnsweredMeanwhile } from './use-answered-meanwhile.ts';
import { type AttachedFiles, useAttachedFiles } from './use-attached-files.ts';
import { pasteOf, useDroppedFiles } from './use-dropped-files.ts';
import { type Mentions, useMentions } from './use-mentions.ts';
import { type QuickReplies, useQuickReplies } from './use-quick-replies.ts';
import { useTypingSignal } from './use-typing-signal.ts';
import { VoiceButton } from './voice-messages/VoiceButton.tsx';

type Properties = {
  conversationId: string;
  /** The platform's limit for one message, in code points. */
  limit: number;
  canShowTyping: boolean;
  /** The platform accepts files. */
  canSendFiles: boolean;
  /** Members of the group can be mentioned. */
  canMention: boolean;
  /** The platform accepts no messages now: drafts are kept but can't be sent. */
  closed: boolean;
  /** The platform charges for messages now, which is shown to the agent. */
  charged: boolean;
  /** The values of the variables in quick replies. */
  values: QuickReplyValues;
  /** BCP 47; null while unknown. */
  customerLanguage: string | null;
  /** Receives a chosen quick reply, to attach what it contains besides text. */
  onQuickReply: (reply: DeskQuickReply) => void;
  /** Reports to colleagues that the agent is writing here. */
  onWriting: (on: boolean) => void;
  /** Shown among the buttons. */
  tools: ReactNode;
};

type ComposerOptions = Pick<
  Properties,
  'conversationId' | 'limit' | 'canShowTyping' | 'closed' | 'charged' | 'onWriting'
>;

/** https://www.w3.org/TR/uievents/#determine-keydown-keyup-keyCode */
const composingKeyCode = 229;

/** The share of the limit from which the counter is shown. */
const counterFrom = 0.8;

/** Returns the functions that submit a text: to be translated and shown first, or as written, with its files. */
function useSending(conversationId: string, attached: AttachedFiles, charged: boolean) {
  const { answers, drafts, held, outbox, seenSeq } = useChat();
  const text = useStore(drafts.of(conversationId));
  const replyTo = useStore(answers.of(conversationId));
  const guard = () => {
    const seq = seenSeq(conversationId);
    return { ...(seq === undefined ? {} : { seenSeq: seq }), ...(charged ? { acceptsPrice: charged } : {}) };
  };
  const sendFiles = (mode: 'translate' | 'original') => attached.send(text.trim(), mode, replyTo, guard());
  return {
    translate() {
      if (attached.ready) sendFiles('translate');
      else held.hold(conversationId, text, replyTo, guard());
    },
    original() {
      if (attached.ready) return sendFiles('original');
      const answering = replyTo === null ? {} : { replyTo };
      const message = { id: newId(), conversationId, text, mode: 'original' as const };
      outbox.add({ ...message, ...answering, ...guard(), at: Date.now() });
    },
  };
}

/** Returns the agent's actions on the text, all of which have keyboard shortcuts. */
function useComposer({ conversationId, limit, canShowTyping, closed, charged, onWriting }: ComposerOptions) {
  const { answers, drafts, held } = useChat();
  const cancelAnswer = () => answers.set(conversationId, null);
  const text = useStore(drafts.of(conversationId));
  const signal = useTypingSignal(conversationId, canShowTyping);
  const queue = useStore(held.of(conversationId));
  const count = codePoints(text);
  const allowed = Math.min(limit, messageLimit);
  const over = count > allowed;
  const attached = useAttachedFiles(conversationId);
  const sendable = (text.trim() !== '' || attached.ready) && !over && !attached.uploading && !closed;
  const meanwhile = useAnsweredMeanwhile(conversationId, text.trim() !== '');
  const sending = useSending(conversationId, attached, charged);

  const writes = (on: boolean) => {
    signal(on);
    onWriting(on);
  };
  const send = (mode: 'translate' | 'original') => {
    sending[mode]();
    drafts.write(conversationId, '');
    cancelAnswer();
    writes(false);
  };
  return {
    attached,
    meanwhile,
    cancelAnswer,
    text,
    queue,
    count,
    allowed,
    over,
    sendable,
    write(next: string) {
      drafts.write(conversationId, next);
      writes(next.trim() !== '');
    },
    translate() {
      if (!sendable) {
        if (text.trim() === '') held.hurry(conversationId);
      } else if (meanwhile.allows('translate')) send('translate');
    },
    original() {
      if (sendable && meanwhile.allows('original')) send('original');
    },
    sendAnyway() {
      if (!sendable) return;
      meanwhile.release();
      send(meanwhile.held ?? 'translate');
    },
    takeBack(id?: string) {
      const back = held.takeBack(conversationId, id);
      if (back === null) return false;
      drafts.giveBack(conversationId, back.text);
      if (back.replyTo) answers.set(conversationId, back.replyTo);
      return true;
    },
  };
}

type ComposerState = ReturnType<typeof useComposer>;

/**
 * The composer. Enter translates and, after a brief preview, sends; Ctrl or ⌘ with Enter sends as written; Shift with
 * Enter inserts a line break; Esc takes a message back; a slash searches quick replies. Pass the conversation's id as
 * `key`.
 */
export function Composer(properties: Properties) {
  const { conversationId, canSendFiles } = properties;
  const { t } = useTranslation();
  const composer = useComposer(properties);
  const field = useRef<HTMLDivElement>(null);
  const listId = useId();
  const suggestions = useSuggestions(properties, composer, field);
  const drop = useDroppedFiles(canSendFiles, composer.attached.add);
  const area = () => field.current?.querySelector('textarea');

  // On a touch screen, focusing would open the keyboard over the conversation.
  useEffect(() => {
    if (window.matchMedia('(pointer: fine)').matches) field.current?.querySelector('textarea')?.focus();
  }, []);

  const takeBack = (id?: string) => {
    const done = composer.takeBack(id);
    area()?.focus();
    return done;
  };
  const press = keysOf(composer, [suggestions.mentions, suggestions.replies], takeBack);

  return (
    <div className="desk-composer" data-dropping={drop.over} {...drop.handlers}>
      <HeldMessages conversationId={conversationId} held={composer.queue} onTakeBack={takeBack} />
      <Suggestions listId={listId} suggestions={suggestions} {...properties} />
      <ReplyTarget conversationId={conversationId} />
      <UploadList attached={composer.attached} onRemoved={() => area()?.focus()} />
      <div ref={field} className="desk-composer-field">
        <Input.TextArea
          dir="auto"
          aria-label={t('composer.label')}
          aria-describedby="composer-hint"
          aria-invalid={composer.over}
          placeholder={t('composer.placeholder')}
          autoSize={{ minRows: 2, maxRows: 8 }}
          value={composer.text}
          {...(composer.over ? { status: 'error' as const } : {})}
          {...activeOption(suggestions.active, listId)}
          onChange={(event) => {
            composer.write(event.target.value);
            suggestions.follow(event);
          }}
          onSelect={suggestions.follow}
          onKeyDown={press}
          {...(canSendFiles ? { onPaste: pasteOf(composer.attached.add) } : {})}
        />
      </div>
      <Notices conversationId={conversationId} composer={composer} onSent={() => area()?.focus()} />
      <ComposerFoot
        composer={composer}
        onQuickReplies={suggestions.replies.begin}
        canSendFiles={canSendFiles}
        tools={properties.tools}
      />
    </div>
  );
}

/** Searches for what the text at the caret calls for: members after an at sign, quick replies after a slash. */
function useSuggestions(
  { conversationId, canMention, values, onQuickReply }: Properties,
  { text, write }: ComposerState,
  field: RefObject<HTMLDivElement | null>,
) {
  const replies = useQuickReplies({ text, values, field, write, onPick: onQuickReply });
  const mentions = useMentions({ conversationId, enabled: canMention, text, field, write });
  return {
    replies,
    mentions,
    active: mentions.open ? mentions : replies,
    follow(event: SyntheticEvent<HTMLTextAreaElement>) {
      replies.follow(event);
      mentions.follow(event);
    },
  };
}

type SuggestionsProperties = Pick<Properties, 'values' | 'customerLanguage'> & {
  listId: string;
  suggestions: ReturnType<typeof useSuggestions>;
};

function Suggestions({ listId, suggestions, values, customerLanguage }: SuggestionsProperties) {
  const { mentions, replies } = suggestions;
  if (mentions.open) return <MentionList id={listId} mentions={mentions} />;
  if (!replies.open) return null;
  return <QuickReplyList id={listId} replies={replies} values={values} customerLanguage={customerLanguage} />;
}

/** Returns the key handler of the text area. */
function keysOf(
  composer: ComposerState,
  lists: readonly Pick<QuickReplies, 'press'>[],
  takeBack: () => boolean,
) {
  return (event: KeyboardEvent) => {
    // While an input method is composing, Enter and Esc belong to it. Safari ends the composition before the event of the
    // key that ended it, and marks that event only with the key code of composing.
    if (event.nativeEvent.isComposing || event.nativeEvent.keyCode === composingKeyCode) return;
    if (lists.some((list) => list.press(event))) return;
    if (event.key === 'Escape') {
      if (takeBack()) event.preventDefault();
      else composer.cancelAnswer();
    }
    if (event.key !== 'Enter' || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (event.ctrlKey || event.metaKey) composer.original();
    else composer.translate();
  };
}

type FootProperties = {
  composer: ComposerState;
  onQuickReplies: () => void;
  canSendFiles: boolean;
  tools: ReactNode;
};

/** Links the text area, which keeps the focus, to the list's active option. */
const activeOption = ({ open, list, active }: QuickReplies | Mentions, listId: string) =>
  open && list.length > 0
    ? {
        'aria-autocomplete': 'list' as const,
        'aria-controls': listId,
        'aria-activedescendant': optionId(listId, active),
      }
    : {};

type NoticesProperties = { conversationId: string; composer: ComposerState; onSent: () => void };

/** Shows the texts for which the owner’s rules refused the draft, and the colleague who has answered in the meantime. */
function Notices({ conversationId, composer, onSent }: NoticesProperties) {
  const found = useStore(useChat().sensitive.of(conversationId));
  const sendAnyway = () => {
    composer.sendAnyway();
    onSent();
  };
  return (
    <>
      <SensitiveNotice found={found} />
      <AnsweredNotice meanwhile={composer.meanwhile} onSendAnyway={sendAnyway} />
    </>
  );
}

/** Key hints, the counter of a long text, and the buttons for both ways of sending. */
function ComposerFoot({ composer, onQuickReplies, canSendFiles, tools }: FootProperties) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { count, allowed, over, sendable, queue } = composer;
  const onFiles = useStableCallback(composer.attached.add);
  const onRecorded = useStableCallback(composer.attached.addRecording);
  const onOriginal = useStableCallback(composer.original);
  const onTranslate = useStableCallback(composer.translate);
  const onReplies = useStableCallback(onQuickReplies);
  return (
    <div className="desk-composer-foot">
      <span id="composer-hint" className="desk-composer-hint">
        {t('composer.keys')}
      </span>
      {count >= allowed * counterFrom ? (
        <span className="desk-counter" data-over={over} role={over ? 'alert' : undefined}>
          {formats.number(count)} / {formats.number(allowed)}
        </span>
      ) : null}
      <ComposerButtons
        canSendFiles={canSendFiles}
        canOriginal={sendable}
        canTranslate={sendable || (queue.length > 0 && !over)}
        tools={tools}
        onFiles={onFiles}
        onRecorded={onRecorded}
        onQuickReplies={onReplies}
        onOriginal={onOriginal}
        onTranslate={onTranslate}
      />
    </div>
  );
}

type ButtonsProperties = {
  canSendFiles: boolean;
  canOriginal: boolean;
  canTranslate: boolean;
  tools: ReactNode;
  onFiles: (files: readonly File[]) => void;
  onRecorded: (file: File) => void;
  onQuickReplies: () => void;
  onOriginal: () => void;
  onTranslate: () => void;
};

/** The composer's buttons, memoized because most key presses don't change them. */
const ComposerButtons = memo(function ComposerButtons(properties: ButtonsProperties) {
  const { canSendFiles, canOriginal, canTranslate, tools, onQuickReplies } = properties;
  const { t } = useTranslation();
  return (
    <>
      <AttachButton disabled={!canSendFiles} onFiles={properties.onFiles} />
      <VoiceButton disabled={!canSendFiles} onRecorded={properties.onRecorded} onEnded={focusComposer} />
      <Tooltip title={t('quickReplies.open')}>
        <Button
          icon={<ThunderboltOutlined aria-hidden />}
          aria-label={t('quickReplies.label')}
          onClick={onQuickReplies}
        />
      </Tooltip>
      {tools}
      <span className="desk-composer-send">
        <Tooltip title={t('composer.sendOriginalHint')}>
          <Button disabled={!canOriginal} onClick={properties.onOriginal}>
            {t('composer.sendOriginal')}
          </Button>
        </Tooltip>
        <Button
          type="primary"
          icon={<SendOutlined />}
          disabled={!canTranslate}
          onClick={properties.onTranslate}
        >
          {t('composer.send')}
        </Button>
      </span>
    </>
  );
});
