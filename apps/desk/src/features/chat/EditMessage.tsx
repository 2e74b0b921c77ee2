import { sensitiveTextsOf } from '@parley/chat-core';
import { editMessage, type Message } from '@parley/contract/conversations';
import { codePoints, messageLimit } from '@parley/contract/values';
import { useErrorToast } from '@parley/ui';
import { useMutation } from '@tanstack/react-query';
import { Button, Input, Modal } from 'antd';
import type { TextAreaRef } from 'antd/es/input/TextArea';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDesk } from '../../lib/desk-context.tsx';
import { useRestoredFocus } from '../../lib/use-restored-focus.ts';
import { useChat } from './ChatServices.tsx';
import { SensitiveNotice } from './SensitiveNotice.tsx';

/** Unsaved texts of the dialog, by message id. */
export type EditDrafts = Map<string, string>;

type Properties = { message: Message; drafts: EditDrafts; onClose: () => void };

function useEdit(message: Message, text: string, onSaved: () => void) {
  const { client } = useDesk();
  const { threads } = useChat();
  const toast = useErrorToast();
  return useMutation({
    mutationFn: (mode: 'translate' | 'original') =>
      client.call(editMessage, { params: { messageId: message.id }, body: { text: text.trim(), mode } }),
    onSuccess(changed) {
      threads.accept(changed);
      onSaved();
    },
    // The sensitive texts are shown below the field instead.
    onError: (problem) => (sensitiveTextsOf(problem) === null ? toast(problem) : undefined),
  });
}

/** Returns the dialog's text; initially the last unsaved one, else the one that the platform refused, else the sent one. */
function useDraft({ id, change, original }: Message, drafts: EditDrafts) {
  const refused = change?.kind === 'edit' ? change.text : null;
  const [text, setText] = useState(drafts.get(id) ?? refused ?? original);
  return {
    text,
    type(typed: string) {
      drafts.set(id, typed);
      setText(typed);
    },
    forget: () => drafts.delete(id),
  };
}

function modeOf(event: KeyboardEvent): 'translate' | 'original' | null {
  if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return null;
  return event.ctrlKey || event.metaKey ? 'original' : 'translate';
}

/**
 * Edits a sent text. Enter translates and saves, as in the composer; Ctrl or ⌘ with Enter saves the text as written.
 * Closing with Esc or the close button keeps the unsaved text.
 */
export function EditMessage({ message, drafts, onClose }: Properties) {
  const { t } = useTranslation();
  const area = useRef<TextAreaRef>(null);
  const { text, type, forget } = useDraft(message, drafts);
  useRestoredFocus();
  const end = () => {
    forget();
    onClose();
  };
  const save = useEdit(message, text, end);
  const over = codePoints(text) > messageLimit;
  const savable = text.trim() !== '' && !over && !save.isPending;
  const press = (event: KeyboardEvent) => {
    const mode = modeOf(event);
    if (mode === null) return;
    event.preventDefault();
    if (savable) save.mutate(mode);
  };
  return (
    <Modal
      open
      title={t('message.edit')}
      mask={{ closable: false }}
      onCancel={onClose}
      afterOpenChange={(open) => {
        if (open) area.current?.focus({ cursor: 'end' });
      }}
      footer={<Buttons savable={savable} saving={save.isPending} onSave={save.mutate} onCancel={end} />}
    >
      <p>{t('message.editHint')}</p>
      <Input.TextArea
        ref={area}
        dir="auto"
        aria-label={t('composer.label')}
        autoSize={{ minRows: 3, maxRows: 12 }}
        value={text}
        {...(over ? { status: 'error' as const } : {})}
        onChange={(event) => type(event.target.value)}
        onKeyDown={press}
      />
      <SensitiveNotice found={sensitiveTextsOf(save.error)} />
    </Modal>
  );
}

type ButtonsProperties = {
  savable: boolean;
  saving: boolean;
  onSave: (mode: 'translate' | 'original') => void;
  onCancel: () => void;
};

function Buttons({ savable, saving, onSave, onCancel }: ButtonsProperties) {
  const { t } = useTranslation();
  return (
    <>
      <Button onClick={onCancel}>{t('cancel')}</Button>
      <Button disabled={!savable} title={t('composer.sendOriginalHint')} onClick={() => onSave('original')}>
        {t('message.saveOriginal')}
      </Button>
      <Button type="primary" disabled={!savable} loading={saving} onClick={() => onSave('translate')}>
        {t('message.saveTranslated')}
      </Button>
    </>
  );
}
