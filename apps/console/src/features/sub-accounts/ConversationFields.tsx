import { Form, Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { SwitchField } from './SwitchField.tsx';

/** Conversation settings: automatic replies, what is stored, and who counts as a repeat fan. */
export function ConversationFields() {
  const { t } = useTranslation();
  return (
    <>
      <SwitchField name="autoReply" />
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
