import { ArrowLeftOutlined, SendOutlined, TranslationOutlined } from '@ant-design/icons';
import { newId } from '@parley/api-client';
import {
  fieldKey,
  fieldsOf,
  fillTemplate,
  type MessageTemplate,
  translateMessageTemplate,
} from '@parley/contract/message-templates';
import type { QuickReplyValues } from '@parley/contract/quick-replies';
import { ChatText, ForeignText, useErrorToast, useFormats } from '@parley/ui';
import { useMutation } from '@tanstack/react-query';
import { Alert, Button, Input } from 'antd';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDesk } from '../../lib/desk-context.tsx';
import type { ChosenTemplate } from './chosen-template.ts';
import { prefilledValues } from './prefilled-values.ts';

type Properties = {
  conversationId: string;
  template: MessageTemplate;
  values: QuickReplyValues;
  charged: boolean;
  onSend: (chosen: ChosenTemplate) => void;
  onBack: () => void;
};

const longestValue = 1_000;

/** Form for a template's placeholders, with a preview of what the customer will receive. */
export function FilledTemplateForm(properties: Properties) {
  const { template, charged, onSend, onBack } = properties;
  const { t } = useTranslation();
  const place = useRef<HTMLFormElement>(null);
  const [messageId] = useState(newId);
  const [values, setValues] = useState(() => prefilledValues(template, properties.values));
  const text = fillTemplate(template, trimmed(values));
  const complete = Object.values(values).every((value) => value.trim() !== '');
  useEffect(() => {
    const inputs = [...(place.current?.querySelectorAll('input') ?? [])];
    const first = inputs.find(({ value }) => value === '') ?? inputs[0];
    (first ?? place.current?.querySelector<HTMLElement>('button[type="submit"]'))?.focus();
  }, []);
  const send = () => complete && onSend({ messageId, template, values: trimmed(values), text });
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    onBack();
  };
  return (
    <form
      ref={place}
      className="desk-template-form"
      aria-label={t('templates.fill', { name: template.name })}
      onKeyDown={press}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Head template={template} onBack={onBack} />
      <Fields template={template} values={values} onChange={setValues} />
      <Preview
        {...properties}
        messageId={messageId}
        values={trimmed(values)}
        text={text}
        complete={complete}
      />
      <div className="desk-template-foot">
        {charged ? <Alert type="warning" showIcon title={t('templates.charged')} /> : null}
        <Button type="primary" htmlType="submit" icon={<SendOutlined />} disabled={!complete}>
          {t('templates.send')}
        </Button>
      </div>
    </form>
  );
}

/** Omits empty values, so that their placeholders remain visible. */
const trimmed = (values: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(values)
      .map(([key, value]) => [key, value.trim()] as const)
      .filter(([, value]) => value !== ''),
  );

function Head({ template: { name, language }, onBack }: Pick<Properties, 'template' | 'onBack'>) {
  const { t } = useTranslation();
  const formats = useFormats();
  return (
    <div className="desk-templates-head">
      <Button
        type="text"
        icon={<ArrowLeftOutlined aria-hidden />}
        aria-label={t('templates.back')}
        title={t('templates.back')}
        onClick={onBack}
      />
      <ForeignText className="desk-template-name">{name}</ForeignText>
      <span className="desk-template-facts">{formats.language(language.replaceAll('_', '-'))}</span>
    </div>
  );
}

type FieldsProperties = {
  template: MessageTemplate;
  values: Record<string, string>;
  onChange: (values: Record<string, string>) => void;
};

function Fields({ template, values, onChange }: FieldsProperties) {
  const { t } = useTranslation();
  const formId = useId();
  return (
    <div className="desk-template-fields">
      {fieldsOf(template).map((field) => {
        const key = fieldKey(field);
        const id = `${formId}-${key}`;
        return (
          <label key={key} htmlFor={id} className="desk-template-field">
            <span>
              {t(field.part === 'header' ? 'templates.headerField' : 'templates.field', { name: field.name })}
            </span>
            <Input
              id={id}
              dir="auto"
              value={values[key] ?? ''}
              maxLength={longestValue}
              onChange={(event) => onChange({ ...values, [key]: event.target.value })}
            />
          </label>
        );
      })}
    </div>
  );
}

type PreviewProperties = Pick<Properties, 'conversationId' | 'template'> & {
  messageId: string;
  values: Record<string, string>;
  text: string;
  complete: boolean;
};

/** The text as the customer will receive it, and its translation for the agent on demand. */
function Preview({ conversationId, template, messageId, values, text, complete }: PreviewProperties) {
  const { t } = useTranslation();
  const { client } = useDesk();
  const formats = useFormats();
  const translate = useMutation({
    mutationFn: () =>
      client.call(translateMessageTemplate, {
        params: { conversationId },
        body: { messageId, templateId: template.id, values },
      }),
    onError: useErrorToast(),
  });
  const [of, setOf] = useState('');
  const shown = of === text ? translate.data : undefined;
  return (
    <div className="desk-template-preview">
      <ChatText text={text} lang={template.language.replaceAll('_', '-')} />
      {shown === undefined ? (
        <Button
          size="small"
          type="text"
          icon={<TranslationOutlined aria-hidden />}
          disabled={!complete}
          loading={translate.isPending}
          onClick={() => {
            setOf(text);
            translate.mutate();
          }}
        >
          {t('templates.translate')}
        </Button>
      ) : (
        <div className="desk-template-translation" role="status">
          {shown.translation === null ? (
            t('templates.sameLanguage')
          ) : (
            <ChatText text={shown.translation} lang={shown.target} />
          )}
          {shown.characters === 0 ? null : (
            <small>
              {t('templates.cost', { count: shown.characters, shown: formats.number(shown.characters) })}
            </small>
          )}
        </div>
      )}
    </div>
  );
}
