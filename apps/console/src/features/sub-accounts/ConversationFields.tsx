import { autoReplyText } from '@parley/contract/sub-accounts';
import { codePoints } from '@parley/contract/values';
import { Form, Input, Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { schemaRule } from '../../lib/form-rules.ts';
import { SwitchField } from './SwitchField.tsx';

const replyCount = { show: true, max: 1_000, strategy: codePoints } as const;

/** The settings of conversations: the automatic reply, what is kept, who counts as a repeat. */
export function ConversationFields() {
  const { t } = useTranslation();
  const replies = Form.useWatch<boolean | undefined>('autoReply');
  return (
    <>
      <SwitchField name="autoReply" />
      {replies ? (
        <Form.Item
          className="with-count"
          name="autoReplyText"
          label={t('subAccounts.autoReplyText')}
          rules={[
            { required: true, whitespace: true, message: t('validation.required') },
            schemaRule(autoReplyText, t),
          ]}
        >
          <Input.TextArea autoSize={{ minRows: 2, maxRows: 6 }} count={replyCount} />
        </Form.Item>
      ) : null}
      <SwitchField name="sessionArchive" />
      <SwitchField name="saveChatHistory" />
      <Form.Item
        name="dedupeScope"
        label={t('subAccounts.dedupeScope')}
        extra={t('subAccounts.dedupeScopeHint')}
      >
        <Segmented
          options={[
            { value: 'workspace', label: t('subAccounts.dedupeWorkspace') },
            { value: 'sub-account', label: t('subAccounts.dedupeSubAccount') },
          ]}
        />
      </Form.Item>
    </>
  );
}
