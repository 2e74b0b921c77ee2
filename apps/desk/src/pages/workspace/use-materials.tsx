import { FolderOpenOutlined } from '@ant-design/icons';
import type { DeskSocialAccount } from '@parley/contract/channels';
import type { Conversation } from '@parley/contract/conversations';
import type { DeskMaterial } from '@parley/contract/materials';
import { Button, Tooltip } from 'antd';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { customerName } from '../../features/chat/customer-name.ts';
import { useInsertText } from '../../features/chat/use-insert-text.ts';
import { materialText } from '../../features/materials/material-text.ts';
import { useHotkeys } from '../../lib/hotkeys.ts';

const MaterialPanel = lazy(async () => ({
  default: (await import('../../features/materials/MaterialPanel.tsx')).MaterialPanel,
}));

type Options = {
  conversationId: string;
  conversation: Conversation | undefined;
  account: DeskSocialAccount | undefined;
  /** The name of the sub-account and of the social account. */
  names: { agent: string; account: string | null };
};

/** Joins the materials with the composer: a button and a key open them, and a picked text goes into the draft. */
export function useMaterials({ conversationId, conversation, account, names }: Options): {
  button: ReactNode;
  panel: ReactNode;
} {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const { insert, focus } = useInsertText(conversationId);
  const values = { ...names, fan: conversation === undefined ? null : customerName(conversation) };
  const close = () => {
    setOpen(false);
    focus();
  };
  const pick = (material: DeskMaterial) => {
    const text = materialText(material, values);
    if (text === null) return;
    setOpen(false);
    insert(text);
  };
  useHotkeys({ 'Ctrl+J': () => (open ? close() : setOpen(true)) });
  return {
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
    panel: open ? (
      <Suspense fallback={null}>
        <MaterialPanel
          capabilities={{
            image: account?.capabilities?.image ?? false,
            file: account?.capabilities?.file ?? false,
          }}
          values={values}
          onPick={pick}
          onClose={close}
        />
      </Suspense>
    ) : null,
  };
}
