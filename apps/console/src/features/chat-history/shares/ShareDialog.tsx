import { isApiError } from '@parley/api-client';
import {
  type ChatShare,
  chatShareForm,
  createChatShare,
  mostValidDays,
  shareAccess,
  sharePassword,
  updateChatShare,
} from '@parley/contract/chat-shares';
import { useToasts } from '@parley/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Form, type FormInstance, Input, InputNumber, Radio } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { schemaRule } from '../../../lib/form-rules.ts';
import { paths } from '../../../lib/paths.ts';
import { useClient } from '../../../lib/session-context.tsx';
import { useFormProblem } from '../../../lib/use-form-problem.ts';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { SavingProblem } from '../../../ui/SavingProblem.tsx';
import { useGuardedClose } from '../../../ui/use-guarded-close.tsx';
import { findShare, sharePasswordOf, sharesKey } from './queries.ts';
import { type ChatShareValues, formFrom, valuesOf } from './share-values.ts';

// i18n-keys: chatShares.access.*

type Properties = {
  conversationId: string;
  /** The share to change; undefined: a new one. */
  existing: ChatShare | undefined;
  onClose: () => void;
  /** Receives a share that was just made. */
  onShared: (share: ChatShare) => void;
};

/** Nothing: the present one stays. */
const keptPassword = {
  safeParse: (value: unknown) =>
    value === '' ? ({ success: true } as const) : sharePassword.safeParse(value),
};

const causes = { 'chat-share.password-needed': 'password' } as const;

function useSave(form: FormInstance<ChatShareValues>, properties: Properties) {
  const { conversationId, existing, onClose, onShared } = properties;
  const { t } = useTranslation();
  const client = useClient();
  const cache = useQueryClient();
  const toasts = useToasts();
  const { problem, clear, handlers } = useFormProblem(form, causes);
  const save = useMutation({
    ...handlers,
    mutationFn: (base: ChatShare | undefined) => {
      const body = formFrom(form.getFieldsValue(true));
      return base === undefined
        ? client.call(createChatShare, { body: { ...body, conversationId } })
        : client.call(updateChatShare, { body: { ...body, shareId: base.id, version: base.version } });
    },
    onSuccess: (share) => {
      toasts.success(t('chatShares.saved'));
      onClose();
      if (existing === undefined) onShared(share);
    },
    onSettled: () => void cache.invalidateQueries({ queryKey: sharesKey }),
  });
  return { save, problem, clear };
}

/** Shares a conversation by a new link, or changes a link. Mount it again for each. */
export function ShareDialog(properties: Properties) {
  const { existing, onClose } = properties;
  const { t } = useTranslation();
  const client = useClient();
  const [form] = Form.useForm<ChatShareValues>();
  const [base, setBase] = useState(existing);
  const begun = valuesOf(base);
  const [close, question] = useGuardedClose({ form, saved: begun, page: paths.chatHistory, onClose });
  const { save, problem, clear } = useSave(form, properties);
  return (
    <FormDialog<ChatShareValues>
      form={form}
      title={t(existing === undefined ? 'chatShares.create' : 'chatShares.change')}
      okText={t(existing === undefined ? 'chatShares.create' : 'chatShares.save')}
      busy={save.isPending}
      okButtonProps={{ disabled: isApiError(problem, 'resource.stale') }}
      initialValues={begun}
      onSave={() => save.mutate(base)}
      onClose={close}
    >
      <Alert type="info" showIcon title={t('chatShares.hint')} className="share-hint" />
      <Form.Item
        name="title"
        label={t('chatShares.title')}
        extra={t('chatShares.titleHint')}
        rules={[schemaRule(chatShareForm.title, t)]}
        required
      >
        <Input maxLength={120} />
      </Form.Item>
      <AccessFields form={form} shareId={base?.id} />
      <ValidityFields form={form} />
      <SavingProblem
        problem={problem}
        base={base}
        read={({ id }) => findShare(client, id)}
        onTakeTheirs={(theirs) => {
          setBase(theirs);
          form.setFieldsValue(valuesOf(theirs));
          clear();
        }}
        onKeepMine={save.mutate}
      />
      {question}
    </FormDialog>
  );
}

type AccessProperties = { form: FormInstance<ChatShareValues>; shareId: string | undefined };

function AccessFields({ form, shareId }: AccessProperties) {
  const { t } = useTranslation();
  const access = Form.useWatch('access', form) ?? 'password';
  const isAsked = access === 'password' && shareId !== undefined;
  const { data } = useQuery({ ...sharePasswordOf(useClient(), shareId ?? ''), enabled: isAsked });
  const present = data?.password ?? null;
  return (
    <>
      <Form.Item name="access" label={t('chatShares.accessName')}>
        <Radio.Group
          options={shareAccess.options.map((value) => ({ value, label: t(`chatShares.access.${value}`) }))}
        />
      </Form.Item>
      {access === 'password' ? (
        <Form.Item
          name="password"
          label={t('chatShares.password')}
          extra={
            present === null
              ? t('chatShares.passwordHint')
              : t('chatShares.passwordKept', { password: present })
          }
          required={present === null}
          rules={[schemaRule(present === null ? sharePassword : keptPassword, t)]}
        >
          <Input autoComplete="off" maxLength={16} />
        </Form.Item>
      ) : null}
    </>
  );
}

function ValidityFields({ form }: { form: FormInstance<ChatShareValues> }) {
  const { t } = useTranslation();
  const validity = Form.useWatch('validity', form) ?? 'days';
  return (
    <>
      <Form.Item name="validity" label={t('chatShares.validity')}>
        <Radio.Group
          options={[
            { value: 'days', label: t('chatShares.limited') },
            { value: 'unlimited', label: t('chatShares.unlimited') },
          ]}
        />
      </Form.Item>
      {validity === 'days' ? (
        <Form.Item
          name="validDays"
          label={t('chatShares.validDays')}
          extra={t('chatShares.validDaysHint')}
          rules={[{ required: true, message: t('validation.required') }]}
        >
          <InputNumber min={1} max={mostValidDays} precision={0} />
        </Form.Item>
      ) : null}
    </>
  );
}
