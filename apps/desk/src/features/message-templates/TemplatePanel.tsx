import './template-panel.css';
import type { MessageTemplate } from '@parley/contract/message-templates';
import type { QuickReplyValues } from '@parley/contract/quick-replies';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChosenTemplate } from './chosen-template.ts';
import { FilledTemplateForm } from './FilledTemplateForm.tsx';
import { TemplateList } from './TemplateList.tsx';

type Properties = {
  conversationId: string;
  /** The values of quick reply variables, which prefill placeholders. */
  values: QuickReplyValues;
  /** The platform charges for a template. */
  charged: boolean;
  onSend: (chosen: ChosenTemplate) => void;
  onClose: () => void;
};

/** The account's message templates above the composer, to be searched, filled in and sent. */
export function TemplatePanel({ conversationId, values, charged, onSend, onClose }: Properties) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<MessageTemplate | null>(null);
  return (
    <section className="desk-templates" aria-label={t('templates.label')}>
      {chosen === null ? (
        <TemplateList conversationId={conversationId} onPick={setChosen} onClose={onClose} />
      ) : (
        <FilledTemplateForm
          key={chosen.id}
          conversationId={conversationId}
          template={chosen}
          values={values}
          charged={charged}
          onSend={onSend}
          onBack={() => setChosen(null)}
        />
      )}
    </section>
  );
}
