// i18n-keys: quickReplies.variable.*
import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import {
  fillIn,
  type QuickReplyVariable,
  quickReplyForm,
  quickReplyLimits,
  quickReplyVariables,
} from '@parley/contract/quick-replies';
import { ForeignText, LanguageSelect } from '@parley/ui';
import { Button, Form, type FormInstance, Input, Space } from 'antd';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { schemaRule } from '../../lib/form-rules.ts';
import type { QuickReplyDraft } from './quick-reply-values.ts';

const shape = quickReplyForm.shape;

export function QuickReplyFields({ form }: { form: FormInstance<QuickReplyDraft> }) {
  const { t } = useTranslation();
  return (
    <>
      <Form.Item
        name="name"
        label={t('quickReplies.name')}
        extra={t('quickReplies.nameHint')}
        rules={[schemaRule(shape.name, t)]}
        required
      >
        <Input prefix="/" autoFocus autoComplete="off" />
      </Form.Item>
      <Form.Item
        name="title"
        label={t('quickReplies.replyTitle')}
        rules={[schemaRule(shape.title, t)]}
        required
      >
        <Input autoComplete="off" />
      </Form.Item>
      <Form.Item
        name="language"
        label={t('quickReplies.language')}
        extra={t('quickReplies.languageHint')}
        rules={[schemaRule(shape.language, t)]}
        required
      >
        <Language />
      </Form.Item>
      <ContentField form={form} path={['content']} label={t('quickReplies.content')} />
      <Preview form={form} />
      <Translations form={form} />
    </>
  );
}

/** Stands in a field, which gives it the value. */
function Language({ value, onChange }: { value?: string | null; onChange?: (tag: string | null) => void }) {
  const { t } = useTranslation();
  return (
    <LanguageSelect
      label={t('quickReplies.language')}
      value={value ?? null}
      onChange={(tag) => onChange?.(tag)}
      placeholder={t('quickReplies.languagePlaceholder')}
    />
  );
}

type ContentProperties = {
  form: FormInstance<QuickReplyDraft>;
  path: ['content'] | ['translations', number, 'content'];
  /** Its path within the list around it, where there is one. */
  name?: (string | number)[];
  label: string;
};

/** A text, and the buttons that put a variable where its caret stands. */
function ContentField({ form, path, name = path, label }: ContentProperties) {
  const { t } = useTranslation();
  const place = useRef<HTMLDivElement>(null);
  const insert = (variable: QuickReplyVariable) => {
    const area = place.current?.querySelector('textarea');
    const text = String(form.getFieldValue(path) ?? '');
    const [from, to] = [area?.selectionStart ?? text.length, area?.selectionEnd ?? text.length];
    const added = variable === 'fan' ? `{{fan|${t('quickReplies.fallback')}}}` : `{{${variable}}}`;
    form.setFieldValue(path, text.slice(0, from) + added + text.slice(to));
    void form.validateFields([path]).catch(() => undefined);
    area?.focus();
    // After the new value is in the field.
    requestAnimationFrame(() => area?.setSelectionRange(from + added.length, from + added.length));
  };
  return (
    <div ref={place}>
      <Form.Item name={name} label={label} rules={[schemaRule(shape.content, t)]} required>
        <Input.TextArea
          dir="auto"
          autoSize={{ minRows: 3, maxRows: 10 }}
          count={{ show: true, max: quickReplyLimits.content }}
        />
      </Form.Item>
      <Space wrap size="small" className="quick-reply-variables">
        <span className="quiet">{t('quickReplies.insert')}</span>
        {quickReplyVariables.map((variable) => (
          <Button key={variable} size="small" onClick={() => insert(variable)}>
            {t(`quickReplies.variable.${variable}`)}
          </Button>
        ))}
      </Space>
    </div>
  );
}

/** The content as a customer would read it. */
function Preview({ form }: { form: FormInstance<QuickReplyDraft> }) {
  const { t } = useTranslation();
  const content = Form.useWatch('content', form) ?? '';
  if (!content.includes('{{')) return null;
  const values = {
    fan: t('quickReplies.sampleFan'),
    agent: t('quickReplies.sampleAgent'),
    account: t('quickReplies.sampleAccount'),
  };
  return (
    <div className="quick-reply-preview">
      <span className="quiet">{t('quickReplies.preview')}</span>
      <ForeignText>{fillIn(content, values)}</ForeignText>
    </div>
  );
}

function Translations({ form }: { form: FormInstance<QuickReplyDraft> }) {
  const { t } = useTranslation();
  return (
    <fieldset className="quick-reply-translations">
      <legend>{t('quickReplies.translations')}</legend>
      <p className="quiet">{t('quickReplies.translationsHint')}</p>
      <Form.List name="translations">
        {(fields, { add, remove }) => (
          <>
            {fields.map(({ key, name }) => (
              <div key={key} className="quick-reply-translation">
                <div className="quick-reply-translation-head">
                  <Form.Item
                    name={[name, 'language']}
                    label={t('quickReplies.language')}
                    dependencies={['language', 'translations']}
                    rules={[
                      schemaRule(shape.language, t),
                      onceIn(form, name, t('validation.language-twice')),
                    ]}
                    required
                  >
                    <Language />
                  </Form.Item>
                  <Button
                    icon={<DeleteOutlined aria-hidden />}
                    aria-label={t('quickReplies.removeTranslation', { number: name + 1 })}
                    onClick={() => remove(name)}
                  />
                </div>
                <ContentField
                  form={form}
                  path={['translations', name, 'content']}
                  name={[name, 'content']}
                  label={t('quickReplies.translation')}
                />
              </div>
            ))}
            <Button
              icon={<PlusOutlined aria-hidden />}
              disabled={fields.length >= quickReplyLimits.translations}
              onClick={() => add({ language: null, content: '' })}
            >
              {t('quickReplies.addTranslation')}
            </Button>
          </>
        )}
      </Form.List>
    </fieldset>
  );
}

/** Each language has one text: the content's language is one of them. */
const onceIn = (form: FormInstance<QuickReplyDraft>, at: number, sentence: string) => ({
  validator: (_: unknown, language: string | null) => {
    const { language: first, translations }: QuickReplyDraft = form.getFieldsValue(true);
    const others = [first, ...translations.filter((_one, index) => index !== at).map((one) => one.language)];
    return language !== null && others.includes(language)
      ? Promise.reject(new Error(sentence))
      : Promise.resolve();
  },
});
