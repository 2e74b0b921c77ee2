import { FileDoneOutlined } from '@ant-design/icons';
import { isCharged, windowRefusal, windowStage } from '@parley/contract/conversations';
import { lazyPanel } from '@parley/ui';
import { Button, Tooltip } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChat } from '../../features/chat/ChatServices.tsx';
import { customerName } from '../../features/chat/customer-name.ts';
import { useInsertText } from '../../features/chat/use-insert-text.ts';
import type { ChosenTemplate } from '../../features/message-templates/chosen-template.ts';
import { useNow } from '../../lib/use-now.ts';
import type { MaterialsOptions } from './use-materials.tsx';

const TemplatePanel = lazyPanel(
  async () => (await import('../../features/message-templates/TemplatePanel.tsx')).TemplatePanel,
);

/** Connects the message templates with the composer, if the platform has them: a button opens them, a filled-in one is sent. */
export function useTemplates({ conversationId, conversation, account, names }: MaterialsOptions): {
  button: ReactNode;
  panel: ReactNode;
  /** Opens the templates; undefined if the platform has none. */
  open: (() => void) | undefined;
} {
  const { outbox, seenSeq } = useChat();
  const { focus } = useInsertText(conversationId);
  const [open, setOpen] = useState(false);
  const now = useNow();
  const { templates = null, window: replyWindow = null } = account?.capabilities ?? {};
  if (templates === null || conversation === undefined) return { button: null, panel: null, open: undefined };
  const stage = windowStage(replyWindow, conversation, now);
  const wanted = { template: true, acceptsPrice: true };
  const refused = windowRefusal({ templates }, stage, wanted) !== null;
  const charged = isCharged({ templates }, stage, wanted);
  const close = () => {
    setOpen(false);
    focus();
  };
  const send = ({ messageId, template: { id, name, language }, values, text }: ChosenTemplate) => {
    const seq = seenSeq(conversationId);
    outbox.add({
      id: messageId,
      conversationId,
      text,
      mode: 'original',
      template: { id, name, language, values },
      // The form shows the charge.
      ...(charged ? { acceptsPrice: charged } : {}),
      ...(seq === undefined ? {} : { seenSeq: seq }),
      at: Date.now(),
    });
    close();
  };
  return {
    open: () => setOpen(true),
    button: (
      <TemplatesButton open={open} refused={refused} onToggle={() => (open ? close() : setOpen(true))} />
    ),
    panel:
      open && !refused ? (
        <TemplatePanel
          conversationId={conversationId}
          values={{ ...names, fan: customerName(conversation) }}
          charged={charged}
          onSend={send}
          onClose={close}
        />
      ) : null,
  };
}

type ButtonProperties = { open: boolean; refused: boolean; onToggle: () => void };

/** `refused` means that the platform doesn't accept templates yet. */
function TemplatesButton({ open, refused, onToggle }: ButtonProperties) {
  const { t } = useTranslation();
  return (
    <Tooltip title={t(refused ? 'templates.early' : 'templates.open')}>
      <Button
        icon={<FileDoneOutlined aria-hidden />}
        aria-label={t('templates.label')}
        aria-expanded={open}
        disabled={refused}
        onClick={onToggle}
      />
    </Tooltip>
  );
}
