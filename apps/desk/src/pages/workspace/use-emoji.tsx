import { SmileOutlined } from '@ant-design/icons';
import { lazyPanel } from '@parley/ui';
import { Button, Tooltip } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useInsertText } from '../../features/chat/use-insert-text.ts';
import { useHotkeys } from '../../lib/hotkeys.ts';

const EmojiPanel = lazyPanel(async () => (await import('../../features/emoji/EmojiPanel.tsx')).EmojiPanel);

/** Connects the emoji panel with the composer: a button and a key open it, a picked emoji is inserted at the draft's caret. */
export function useEmoji(conversationId: string): { button: ReactNode; panel: ReactNode } {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const { insert, focus } = useInsertText(conversationId);
  const close = () => {
    setOpen(false);
    focus();
  };
  const toggle = () => (open ? close() : setOpen(true));
  useHotkeys({ 'Ctrl+E': toggle });
  return {
    button: (
      <Tooltip title={t('emoji.open')}>
        <Button
          icon={<SmileOutlined aria-hidden />}
          aria-label={t('emoji.label')}
          aria-expanded={open}
          onClick={toggle}
        />
      </Tooltip>
    ),
    panel: open ? (
      <EmojiPanel
        onPick={(emoji) => {
          setOpen(false);
          insert(emoji);
        }}
        onClose={close}
      />
    ) : null,
  };
}
