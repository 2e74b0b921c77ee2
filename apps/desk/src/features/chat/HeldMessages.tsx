import type { HeldMessage } from '@parley/chat-core';
import { ChatText, useFormats } from '@parley/ui';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useChat } from './ChatServices.tsx';

type Properties = { conversationId: string; held: readonly HeldMessage[]; onTakeBack: (id: string) => void };

function Failed({
  conversationId,
  held,
  onTakeBack,
}: {
  conversationId: string;
  held: HeldMessage;
  onTakeBack: () => void;
}) {
  const { t } = useTranslation();
  const { held: service } = useChat();
  return (
    <div className="desk-held-failed" role="alert">
      <strong>{held.problem?.message ?? t('composer.previewFailed')}</strong>
      <ChatText text={held.text} className="desk-held-text" />
      <div className="chat-actions">
        <Button size="small" type="primary" onClick={() => service.retry(conversationId, held.id)}>
          {t('message.retry')}
        </Button>
        <Button size="small" onClick={() => service.sendOriginal(conversationId, held.id)}>
          {t('message.sendOriginal')}
        </Button>
        <Button size="small" type="text" onClick={onTakeBack}>
          {t('composer.edit')}
        </Button>
      </div>
    </div>
  );
}

function Shown({
  held,
  isLast,
  onTakeBack,
  onNow,
}: {
  held: HeldMessage;
  isLast: boolean;
  onTakeBack: () => void;
  onNow: () => void;
}) {
  const { t } = useTranslation();
  const formats = useFormats();
  const ready = held.stage === 'shown';
  return (
    <div className="desk-held" data-stage={held.stage}>
      <div className="desk-held-body">
        <ChatText text={held.text} className="desk-held-text" />
        {ready && held.translation !== null ? (
          <ChatText text={held.translation} lang={held.target} className="desk-held-translation" />
        ) : (
          <div className="chat-pending">{t('composer.translating')}</div>
        )}
        <small>
          {ready && held.target !== null ? `${formats.language(held.target)} · ` : ''}
          {ready && held.characters > 0
            ? `${t('composer.cost', { count: held.characters, shown: formats.number(held.characters) })} · `
            : ''}
          {t(ready ? 'composer.holdHint' : 'composer.translatingHint')}
        </small>
      </div>
      {isLast ? (
        <div className="desk-held-actions">
          <Button size="small" onClick={onTakeBack}>
            {t('composer.takeBack')}
          </Button>
          {ready ? (
            <Button size="small" type="primary" onClick={onNow}>
              {t('composer.sendNow')}
            </Button>
          ) : null}
        </div>
      ) : null}
      {ready && held.holdMs > 0 ? (
        <div className="desk-held-bar" style={{ animationDuration: `${held.holdMs}ms` }} />
      ) : null}
    </div>
  );
}

/** Shows above the composer what has been entered and not sent yet, with its translation. */
export function HeldMessages({ conversationId, held, onTakeBack }: Properties) {
  const { t } = useTranslation();
  const { held: service } = useChat();
  if (held.length === 0) return null;
  return (
    <section className="desk-held-strip" aria-label={t('composer.held')} aria-live="polite">
      {held.map((one, at) =>
        one.stage === 'failed' ? (
          <Failed
            key={one.id}
            conversationId={conversationId}
            held={one}
            onTakeBack={() => onTakeBack(one.id)}
          />
        ) : (
          <Shown
            key={one.id}
            held={one}
            isLast={at === held.length - 1}
            onTakeBack={() => onTakeBack(one.id)}
            onNow={() => service.hurry(conversationId)}
          />
        ),
      )}
    </section>
  );
}
