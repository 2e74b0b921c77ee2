import { DeleteOutlined, FolderOpenOutlined, PlusOutlined } from '@ant-design/icons';
import { keywordRuleForm } from '@parley/contract/automation';
import { quickReplyLimits } from '@parley/contract/quick-replies';
import { Button, Form, Input, Space } from 'antd';
import { useTranslation } from 'react-i18next';
import { MaterialSelect } from '../../entities/materials/MaterialSelect.tsx';
import { useMaterialLabel } from '../../entities/materials/use-material-label.ts';
import { schemaRule } from '../../lib/form-rules.ts';
import { blankMaterial, blankText, type ContentDraft } from './rule-values.ts';

const [textContent] = keywordRuleForm.shape.contents.element.options;

/** The messages of a reply in order: texts and materials of the library. */
export function ReplyContents({ most }: { most: number }) {
  const { t } = useTranslation();
  return (
    <Form.List name="contents">
      {(fields, { add, remove }) => (
        <>
          <p className="quiet">
            {t('replyRules.variables', { variables: '{{fan|…}} {{agent}} {{account}}' })}
          </p>
          {fields.map(({ key, name }, index) => (
            <div key={key} className="reply-rule-content">
              <ContentField name={name} number={index + 1} />
              {fields.length > 1 ? (
                <Button
                  icon={<DeleteOutlined aria-hidden />}
                  aria-label={t('replyRules.removeContent', { number: index + 1 })}
                  onClick={() => remove(name)}
                />
              ) : null}
            </div>
          ))}
          <Form.Item>
            <Space wrap>
              <Button
                icon={<PlusOutlined aria-hidden />}
                disabled={fields.length >= most}
                onClick={() => add(blankText)}
              >
                {t('replyRules.addContent')}
              </Button>
              <Button
                icon={<FolderOpenOutlined aria-hidden />}
                disabled={fields.length >= most}
                onClick={() => add(blankMaterial)}
              >
                {t('replyRules.addMaterial')}
              </Button>
            </Space>
          </Form.Item>
        </>
      )}
    </Form.List>
  );
}

/** `name` is the index among the form's contents. */
function ContentField({ name, number }: { name: number; number: number }) {
  const { t } = useTranslation();
  const labelOf = useMaterialLabel();
  // The surrounding list re-renders it when the form's values are replaced.
  const draft: ContentDraft | undefined = Form.useFormInstance().getFieldValue(['contents', name]);
  if (draft?.kind === 'material') {
    return (
      <Form.Item
        name={[name, 'materialId']}
        label={t('replyRules.materialNumber', { number })}
        rules={[{ required: true, message: t('validation.select') }]}
        required
      >
        <MaterialSelect chosenLabel={draft.shown === null ? '' : labelOf(draft.shown)} />
      </Form.Item>
    );
  }
  return (
    <Form.Item
      name={[name, 'text']}
      label={t('replyRules.contentNumber', { number })}
      rules={[schemaRule(textContent.shape.text, t)]}
      required
    >
      <Input.TextArea
        dir="auto"
        autoSize={{ minRows: 2, maxRows: 8 }}
        count={{ show: true, max: quickReplyLimits.content }}
      />
    </Form.Item>
  );
}
