// i18n-keys: materials.notTaken
// i18n-keys: materials.tooLarge
import { FolderOpenOutlined } from '@ant-design/icons';
import type { Conversation } from '@parley/contract/conversations';
import { attachMaterial, type DeskMaterial, materialText } from '@parley/contract/materials';
import type { DeskQuickReply } from '@parley/contract/quick-replies';
import { lazyPanel, useErrorToast, useToasts } from '@parley/ui';
import { useMutation } from '@tanstack/react-query';
import { Button, Tooltip } from 'antd';
import { type ReactNode, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChat } from '../../features/chat/ChatServices.tsx';
import { customerName } from '../../features/chat/customer-name.ts';
import { useInsertText } from '../../features/chat/use-insert-text.ts';
import { type AcceptedMedia, hasFileFor, obstacleToMedium } from '../../features/materials/material-file.ts';
import { useCountUse } from '../../features/materials/use-count-use.ts';
import type { ConversationAccount } from '../../features/social-accounts/account-queries.ts';
import { useDesk } from '../../lib/desk-context.tsx';
import { useHotkeys } from '../../lib/hotkeys.ts';

const MaterialPanel = lazyPanel(
  async () => (await import('../../features/materials/MaterialPanel.tsx')).MaterialPanel,
);

export type MaterialsOptions = {
  conversationId: string;
  conversation: Conversation | undefined;
  account: ConversationAccount | undefined;
  /** The name of the sub-account and of the social account. */
  names: { agent: string; account: string | null };
};

/**
 * Connects the materials with the composer: a button and a key open them, a picked text is inserted into the draft, and
 * a file is attached.
 */
export function useMaterials({ conversationId, conversation, account, names }: MaterialsOptions): {
  button: ReactNode;
  panel: ReactNode;
  /** Attaches a quick reply's medium, if the platform accepts it. */
  attachMediumOf: (reply: DeskQuickReply) => void;
} {
  const { t } = useTranslation();
  const { client } = useDesk();
  const { uploads } = useChat();
  const [open, setOpen] = useState(false);
  const { insertLine, focus } = useInsertText(conversationId);
  const values = { ...names, fan: conversation === undefined ? null : customerName(conversation) };
  const attach = useMutation({
    mutationFn: (materialId: string) => client.call(attachMaterial, { body: { materialId } }),
    onSuccess(file) {
      uploads.attach(conversationId, file);
      focus();
    },
    onError: useErrorToast(),
  });
  const media = account?.capabilities?.media ?? {};
  const close = () => {
    setOpen(false);
    focus();
  };
  const pick = (material: DeskMaterial) => {
    const text = materialText(material, values);
    setOpen(false);
    if (text !== null) insertLine(text);
    if (hasFileFor(material, media)) attach.mutate(material.id);
  };
  const attachMediumOf = useAttachMedium(media, attach.mutate);
  useHotkeys({ 'Ctrl+J': () => (open ? close() : setOpen(true)) });
  return {
    attachMediumOf,
    button: (
      <Tooltip title={t('materials.open')}>
        <Button
          icon={<FolderOpenOutlined aria-hidden />}
          aria-label={t('materials.label')}
          aria-expanded={open}
          onClick={() => (open ? close() : setOpen(true))}
        />
      </Tooltip>
    ),
    panel: open ? <MaterialPanel media={media} values={values} onPick={pick} onClose={close} /> : null,
  };
}

function useAttachMedium(media: AcceptedMedia, attach: (materialId: string) => void) {
  const { t } = useTranslation();
  const countUse = useCountUse();
  const toasts = useToasts();
  return useCallback(
    ({ material }: DeskQuickReply) => {
      if (material === null) return;
      const obstacle = obstacleToMedium(material, media);
      if (obstacle !== undefined) {
        const { title } = material;
        void toasts.warning(t('materials.notAttached', { title, obstacle: t(`materials.${obstacle}`) }));
        return;
      }
      attach(material.id);
      countUse(material.id);
    },
    [media, attach, countUse, toasts, t],
  );
}
