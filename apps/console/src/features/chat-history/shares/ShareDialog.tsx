import { isApiError } from '@parley/api-client';
import {
  type ChatShare,
  chatShareForm,
  createChatShare,
  updateChatShare,
} from '@parley/contract/chat-shares';
import { useToasts } from '@parley/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Form, type FormInstance, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AccessFields } from '../../../entities/share-links/AccessFields.tsx';
import { schemaRule } from '../../../lib/form-rules.ts';
import { useClient } from '../../../lib/session-context.tsx';
import { useFormProblem } from '../../../lib/use-form-problem.ts';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { SavingProblem } from '../../../ui/SavingProblem.tsx';
import { findShare, sharePasswordOf, sharesKey } from './queries.ts';
import { type ChatShareValues, formFrom, valuesOf } from './share-values.ts';

type Properties = {
  conversationId: string;
  /** The share to change; undefined: a new one. */
  existing: ChatShare | undefined;
  onClose: () => void;
  /** Receives a newly created share. */
  onShared: (share: ChatShare) => void;
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
      toasts.success(t('shareLinks.saved'));
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
  const { save, problem, clear } = useSave(form, properties);
  return (
    <FormDialog<ChatShareValues>
      form={form}
      title={t(existing === undefined ? 'chatShares.create' : 'shareLinks.change')}
      okText={t(existing === undefined ? 'chatShares.create' : 'shareLinks.save')}
      busy={save.isPending}
      okButtonProps={{ disabled: isApiError(problem, 'resource.stale') }}
      initialValues={begun}
      onSave={() => save.mutate(base)}
      onClose={onClose}
    >
      <Alert type="info" showIcon title={t('chatShares.hint')} className="share-hint" />
      <Form.Item
        name="title"
        label={t('shareLinks.title')}
        extra={t('chatShares.titleHint')}
        rules={[schemaRule(chatShareForm.title, t)]}
        required
      >
        <Input maxLength={120} />
      </Form.Item>
      <Access form={form} shareId={base?.id} />
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
    </FormDialog>
  );
}

type AccessProperties = { form: FormInstance<ChatShareValues>; shareId: string | undefined };

function Access({ form, shareId }: AccessProperties) {
  const { t } = useTranslation();
  const access = Form.useWatch('access', form) ?? 'password';
  const isAsked = access === 'password' && shareId !== undefined;
  const { data } = useQuery({ ...sharePasswordOf(useClient(), shareId ?? ''), enabled: isAsked });
  const password = data?.password ?? null;
  const hint = password === null ? t('chatShares.passwordHint') : t('chatShares.passwordKept', { password });
  return <AccessFields present={password} hint={hint} />;
}
