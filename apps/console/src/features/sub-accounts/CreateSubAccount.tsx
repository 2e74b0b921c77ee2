import { type AnswerOf, createSubAccount, subAccountForm } from '@parley/contract';
import { useErrorToast } from '@parley/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Form, Input, InputNumber, Modal, Segmented } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { schemaRule, showRefusedFields } from '../../lib/form-rules.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useClient } from '../../lib/session-context.tsx';
import { formFrom, optionalPassword, type SubAccountValues } from './sub-account-values.ts';

type Properties = {
  open: boolean;
  onClose: () => void;
  /** The password stands in this answer and nowhere else. */
  onCreated: (created: AnswerOf<typeof createSubAccount>) => void;
};

const initial: SubAccountValues = { remark: '', password: '', allotment: 'limited', characters: 0 };

/** Makes a sub-account; name and password are shown by whoever gets `onCreated`. */
export function CreateSubAccount({ open, onClose, onCreated }: Properties) {
  const { t } = useTranslation();
  const client = useClient();
  const queryClient = useQueryClient();
  const showError = useErrorToast();
  const [form] = Form.useForm<SubAccountValues>();
  const formId = useId();
  const creation = useMutation({
    mutationFn: (values: SubAccountValues) => client.call(createSubAccount, { body: formFrom(values) }),
    onSuccess: (created) => {
      void queryClient.invalidateQueries({ queryKey: queryKeys.subAccounts });
      void queryClient.invalidateQueries({ queryKey: queryKeys.characters });
      onCreated(created);
    },
    onError: (problem) => {
      if (!showRefusedFields(form, problem)) showError(problem);
    },
  });
  const { remark, characters } = subAccountForm.shape;

  return (
    <Modal
      open={open}
      title={t('subAccounts.create')}
      okText={t('action.create')}
      confirmLoading={creation.isPending}
      onCancel={onClose}
      // Of the form although it stands outside: Enter in a field presses it.
      okButtonProps={{ htmlType: 'submit', form: formId, 'data-tour': 'confirm-sub-account' }}
      destroyOnHidden
      afterClose={() => form.resetFields()}
    >
      <Form
        id={formId}
        form={form}
        layout="vertical"
        initialValues={initial}
        onFinish={(values) => creation.mutate(values)}
      >
        <Form.Item
          name="remark"
          label={t('subAccounts.remark')}
          extra={t('subAccounts.remarkHint')}
          rules={[schemaRule(remark, t)]}
        >
          <Input autoFocus autoComplete="off" />
        </Form.Item>
        <Form.Item
          name="password"
          label={t('subAccounts.password')}
          extra={t('subAccounts.passwordHint')}
          rules={[schemaRule(optionalPassword, t)]}
        >
          <Input.Password autoComplete="new-password" />
        </Form.Item>
        <Form.Item
          name="allotment"
          label={t('subAccounts.characters')}
          extra={t('subAccounts.unlimitedHint')}
        >
          <Segmented
            options={[
              { value: 'limited', label: t('subAccounts.limited') },
              { value: 'unlimited', label: t('subAccounts.unlimited') },
            ]}
          />
        </Form.Item>
        <Form.Item noStyle dependencies={['allotment']}>
          {({ getFieldValue }) =>
            getFieldValue('allotment') === 'limited' ? (
              <Form.Item
                name="characters"
                label={t('subAccounts.firstCharacters')}
                rules={[schemaRule(characters, t)]}
              >
                <InputNumber
                  min={0}
                  max={1_000_000_000}
                  step={10_000}
                  precision={0}
                  style={{ width: '100%' }}
                />
              </Form.Item>
            ) : null
          }
        </Form.Item>
      </Form>
    </Modal>
  );
}
