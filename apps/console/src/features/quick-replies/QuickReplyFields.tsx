import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { quickReplyForm, quickReplyLimits } from '@parley/contract/quick-replies';
import { LanguageSelect } from '@parley/ui';
import { Button, Form, type FormInstance, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { MaterialSelect } from '../../entities/materials/MaterialSelect.tsx';
import { useMaterialLabel } from '../../entities/materials/use-material-label.ts';
import { TemplateTextField, TemplateTextPreview } from '../../entities/template-text/TemplateTextField.tsx';
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
        rules={[{ required: true, message: t('validation.select') }]}
        required
      >
        <Language />
      </Form.Item>
      <TemplateTextField form={form} path={['content']} label={t('quickReplies.content')} />
      <TemplateTextPreview form={form} path={['content']} />
      <Medium form={form} />
      <Translations form={form} />
    </>
  );
}

/** Rendered in a form field, which sets the value. */
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

function Medium({ form }: { form: FormInstance<QuickReplyDraft> }) {
  const { t } = useTranslation();
  const labelOf = useMaterialLabel();
  const { shown }: QuickReplyDraft = form.getFieldsValue(true);
  return (
    <Form.Item name="materialId" label={t('quickReplies.medium')} extra={t('quickReplies.mediumHint')}>
      <MaterialSelect media allowClear chosenLabel={shown === null ? '' : labelOf(shown)} />
    </Form.Item>
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
                      { required: true, message: t('validation.select') },
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
                <TemplateTextField
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

/** Rejects a language that occurs twice, that of the content included. */
const onceIn = (form: FormInstance<QuickReplyDraft>, at: number, sentence: string) => ({
  validator: (_: unknown, language: string | null) => {
    const { language: first, translations }: QuickReplyDraft = form.getFieldsValue(true);
    const others = [first, ...translations.filter((_one, index) => index !== at).map((one) => one.language)];
    return language !== null && others.includes(language)
      ? Promise.reject(new Error(sentence))
      : Promise.resolve();
  },
});
