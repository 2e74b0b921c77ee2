// i18n-keys: message.answer message.edit message.copy message.takeBack
import { MoreOutlined } from '@ant-design/icons';
import {
  type Message,
  type ReactionEmoji,
  reactionEmoji,
  reactToMessage,
} from '@parley/contract/conversations';
import { copyText, useErrorToast, useToasts } from '@parley/ui';
import { useMutation } from '@tanstack/react-query';
import { Dropdown, type MenuProps } from 'antd';
import { useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDesk } from '../../lib/desk-context.tsx';
import { useChat } from './ChatServices.tsx';
import { useMessageActs } from './MessageActs.tsx';
import { type Abilities, possibleActs } from './possible-acts.ts';

/** The actions on one message, behind a button that appears on hover or focus. */
export function MessageMenu({ message }: { message: Message }) {
  const { t } = useTranslation();
  const { abilities } = useMessageActs();
  const button = useRef<HTMLButtonElement>(null);
  const put = useCallback((it: HTMLButtonElement) => {
    button.current = it;
    return () => leaveFocus(it);
  }, []);
  const [open, setOpen] = useState(false);
  const [shownAt] = useState(() => Date.now());
  if (possibleActs(message, abilities, shownAt).length === 0) return null;
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  return (
    <span className="desk-message-menu">
      <button
        ref={put}
        type="button"
        aria-haspopup="menu"
        aria-expanded={open}
        aria-label={t('message.more')}
        onClick={() => setOpen(true)}
      >
        <MoreOutlined aria-hidden />
      </button>
      {open ? <OpenMenu message={message} abilities={abilities} onClose={close} /> : null}
    </span>
  );
}

/** A deleted message has no actions any more: the focus of the removed button moves to the message. */
function leaveFocus(button: HTMLButtonElement): void {
  if (button !== document.activeElement) return;
  button.closest<HTMLElement>('[data-message]')?.focus({ preventScroll: true });
}

type OpenProperties = { message: Message; abilities: Abilities; onClose: () => void };

/** Rendered only when opened, because a conversation has thousands of messages. */
function OpenMenu({ message, abilities, onClose }: OpenProperties) {
  const { t } = useTranslation();
  const { client } = useDesk();
  const { threads } = useChat();
  const toast = useErrorToast();
  const acts = useMessageActs();
  const toasts = useToasts();
  const copy = async ({ original, translation }: Message) => {
    if (await copyText(translation ?? original)) void toasts.success(t('ui:copy.done'));
    else void toasts.error(t('ui:copy.failed'));
  };
  const react = useMutation({
    mutationFn: (emoji: ReactionEmoji | null) =>
      client.call(reactToMessage, { params: { messageId: message.id }, body: { emoji } }),
    onSuccess: threads.accept,
    onError: toast,
  });
  const own = message.reactions.find((reaction) => reaction.own)?.emoji;
  const [openedAt] = useState(() => Date.now());
  const items = possibleActs(message, abilities, openedAt).map((act) => {
    if (act !== 'react') return { key: act, label: t(`message.${act}`), danger: act === 'takeBack' };
    const children = reactionEmoji.options.map((emoji) => ({ key: emoji, label: emoji }));
    return { key: 'react', type: 'group' as const, label: t('message.react'), children };
  });
  const onClick: MenuProps['onClick'] = ({ key, domEvent }) => {
    // Otherwise the Enter would reach what is focused next: reopen the menu, or send a text.
    domEvent.preventDefault();
    onClose();
    if (key === 'answer' || key === 'edit' || key === 'takeBack') acts[key](message);
    else if (key === 'copy') void copy(message);
    const emoji = reactionEmoji.safeParse(key).data;
    // Choosing the current reaction again removes it.
    if (emoji !== undefined) react.mutate(emoji === own ? null : emoji);
  };
  return (
    <Dropdown
      open
      autoFocus
      trigger={['click']}
      classNames={{ root: 'desk-message-acts' }}
      menu={{ items, onClick, ...(own === undefined ? {} : { selectedKeys: [own] }) }}
      onOpenChange={(next, { source }) => {
        // After a choice, this would take the focus from where the action has moved it.
        if (!next && source === 'trigger') onClose();
      }}
    >
      <span className="desk-message-menu-place" />
    </Dropdown>
  );
}
