// i18n-keys: chat.attachment.*
import { newId } from '@parley/api-client';
import {
  type AlertCause,
  type AlertPort,
  type Alerts,
  alertText,
  followAlerts,
  systemClock,
} from '@parley/chat-core';
import type { DeskSocialAccount } from '@parley/contract/channels';
import type { Conversation } from '@parley/contract/conversations';
import { printableLine, useConversationTitle } from '@parley/ui';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useDesk } from '../../lib/desk-context.tsx';
import { openPageChannel } from '../../lib/page-channel.ts';
import { readAlertChoices } from './alert-choices.ts';
import { type ShownNotification, showNotification } from './notifications.ts';
import { canSound, playTone } from './tone.ts';

type Options = {
  subAccountId: string;
  accounts: readonly DeskSocialAccount[];
  openId: string | null;
  conversationOf: (id: string) => Promise<Conversation>;
  onOpen: (id: string) => void;
};

const isVisible = () => document.visibilityState === 'visible';
const longestText = 200;

/**
 * Returns a function for a notification's texts: the customer's name, and who handed the conversation over or, unless
 * hidden, the message.
 */
function useAlertWords() {
  const { t, i18n } = useTranslation();
  const titleOf = useConversationTitle();
  return (conversation: Conversation, message: AlertCause, hideText: boolean) => {
    const title = titleOf(conversation);
    const { language } = i18n;
    if ('handedOver' in message) {
      const { from, authorName } = message.handedOver;
      const name = printableLine(authorName === null ? from : `${authorName} (${from})`, 90);
      return { title, body: t('alert.handedOver', { name }), language };
    }
    const text = alertText(message);
    const named = message.kind === 'text' || message.kind === 'unsupported';
    const thing = named ? t('alert.newMessage') : t(`ui:chat.attachment.${message.kind}`);
    const words = text === null ? thing : printableLine(text, longestText);
    const { sender } = message;
    const whose = sender && t('ui:chat.fromMember', { name: printableLine(sender.name, 40) });
    const body = hideText ? t('alert.newMessage') : whose === null ? words : `${whose} ${words}`;
    return { title, body, language };
  };
}

/** Shows notifications, at most one per conversation, titled with the conversation's name. */
function useNotifications({
  conversationOf,
  onOpen,
}: Options): Pick<AlertPort, 'show' | 'close'> & { closeAll(): void } {
  const { storage } = useDesk();
  const wordsOf = useAlertWords();
  /** The notification is null while the customer's name is being fetched. */
  const shown = useRef(new Map<string, { of: AlertCause; notification: ShownNotification | null }>());
  const close = (id: string) => {
    shown.current.get(id)?.notification?.close();
    shown.current.delete(id);
  };
  return {
    close,
    closeAll() {
      for (const id of [...shown.current.keys()]) close(id);
    },
    show(message) {
      const { notifications, hideText } = readAlertChoices(storage);
      if (!notifications) return;
      const id = message.conversationId;
      close(id);
      shown.current.set(id, { of: message, notification: null });
      const put = (conversation: Conversation) => {
        if (shown.current.get(id)?.of !== message) return;
        const words = wordsOf(conversation, message, hideText);
        const notification = showNotification({ ...words, tag: `desk:${id}` }, () => onOpen(id));
        shown.current.set(id, { of: message, notification });
      };
      conversationOf(id).then(put, () => close(id));
    },
  };
}

/** Alerts the agent to customers' messages and hand-overs by notification and tone; use it once, in the page that shows them. */
export function useAlerts(options: Options): void {
  const { subAccountId, accounts, openId } = options;
  const { live, storage } = useDesk();
  const { show, close, closeAll } = useNotifications(options);
  const alerts = useRef<Alerts | null>(null);

  const onShow = useEffectEvent(show);
  const onClose = useEffectEvent(close);
  const isMuted = useEffectEvent((id: string) => accounts.find((one) => one.id === id)?.muted ?? false);
  const isWatched = useEffectEvent((id: string) => id === openId && isVisible());
  useEffect(() => {
    const page = newId();
    const followed = followAlerts({
      live,
      clock: systemClock,
      scene: {
        groups: () => readAlertChoices(storage).groups,
        isMuted: (id) => isMuted(id),
        isWatched: (id) => isWatched(id),
      },
      port: {
        show: (message) => onShow(message),
        close: (id) => onClose(id),
        tone: () => playTone(readAlertChoices(storage).volume),
      },
      others: openPageChannel(`desk:alerts:${subAccountId}`),
      // Pages that may play sound rank first, then the visible one, whose window should be brought to the front.
      rank: () => `${canSound() ? 0 : 1}${isVisible() ? 0 : 1}${page}`,
    });
    alerts.current = followed;
    return () => followed.close();
  }, [live, storage, subAccountId]);

  const onLeave = useEffectEvent(closeAll);
  useEffect(() => {
    // A browser may keep the notifications of a page that was closed, and clicks on them would do nothing.
    const leave = () => onLeave();
    window.addEventListener('pagehide', leave);
    return () => window.removeEventListener('pagehide', leave);
  }, []);

  useEffect(() => {
    const look = () => {
      if (openId !== null && isVisible()) alerts.current?.seen(openId);
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [openId]);
}
