// i18n-keys: templateText.variable.*
import './template-text.css';
import {
  fillIn,
  type QuickReplyVariable,
  quickReplyContent,
  quickReplyLimits,
  quickReplyVariables,
} from '@parley/contract/quick-replies';
import { ForeignText } from '@parley/ui';
import { Button, Form, type FormInstance, Input, Space } from 'antd';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { schemaRule } from '../../lib/form-rules.ts';

type Properties = {
  form: FormInstance;
  path: (string | number)[];
  /** The path relative to the surrounding list, if any. */
  name?: (string | number)[];
  label: string;
};

/** A text field with buttons that insert a variable at the caret. */
export function TemplateTextField({ form, path, name = path, label }: Properties) {
  const { t } = useTranslation();
  const place = useRef<HTMLDivElement>(null);
  const insert = (variable: QuickReplyVariable) => {
    const area = place.current?.querySelector('textarea');
    const text = String(form.getFieldValue(path) ?? '');
    const [from, to] = [area?.selectionStart ?? text.length, area?.selectionEnd ?? text.length];
    const added = variable === 'fan' ? `{{fan|${t('templateText.fallback')}}}` : `{{${variable}}}`;
    form.setFieldValue(path, text.slice(0, from) + added + text.slice(to));
    void form.validateFields([path]).catch(() => undefined);
    area?.focus();
    // After the field has rendered the new value.
    requestAnimationFrame(() => area?.setSelectionRange(from + added.length, from + added.length));
  };
  return (
    <div ref={place}>
      <Form.Item name={name} label={label} rules={[schemaRule(quickReplyContent, t)]} required>
        <Input.TextArea
          dir="auto"
          autoSize={{ minRows: 3, maxRows: 10 }}
          count={{ show: true, max: quickReplyLimits.content }}
        />
      </Form.Item>
      <Space wrap size="small" className="template-variables">
        <span className="quiet">{t('templateText.insert')}</span>
        {quickReplyVariables.map((variable) => (
          <Button key={variable} size="small" onClick={() => insert(variable)}>
            {t(`templateText.variable.${variable}`)}
          </Button>
        ))}
      </Space>
    </div>
  );
}

/** Previews the form's text as a customer would read it; nothing when it has no variables. */
export function TemplateTextPreview({ form, path }: Pick<Properties, 'form' | 'path'>) {
  const { t } = useTranslation();
  const text = String(Form.useWatch(path, form) ?? '');
  if (!text.includes('{{')) return null;
  const values = {
    fan: t('templateText.sampleFan'),
    agent: t('templateText.sampleAgent'),
    account: t('templateText.sampleAccount'),
  };
  return (
    <div className="template-preview">
      <span className="quiet">{t('templateText.preview')}</span>
      <ForeignText>{fillIn(text, values)}</ForeignText>
    </div>
  );
}
