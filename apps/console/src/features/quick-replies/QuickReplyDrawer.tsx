import { isApiError } from '@parley/api-client';
import { createQuickReply, type QuickReply, updateQuickReply } from '@parley/contract/quick-replies';
import { useToasts } from '@parley/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button, Form, type FormInstance, Space } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { queryKeys } from '../../lib/query-keys.ts';
import { useClient } from '../../lib/session-context.tsx';
import { useFormProblem } from '../../lib/use-form-problem.ts';
import { FormDrawer } from '../../ui/FormDrawer.tsx';
import { SavingProblem } from '../../ui/SavingProblem.tsx';
import { QuickReplyFields } from './QuickReplyFields.tsx';
import { findQuickReply } from './queries.ts';
import { begunWith, formFrom, type QuickReplyDraft, valuesOf } from './quick-reply-values.ts';

type Properties = {
  /** The quick reply to change; undefined: a new one. */
  existing: QuickReply | undefined;
  /** The one whose texts a new one begins with. */
  copied: QuickReply | undefined;
  /** The path of the page around it. */
  page: string;
  onClose: () => void;
};

const causes = { 'quick-reply.name-taken': 'name' } as const;

function useSaveQuickReply(form: FormInstance<QuickReplyDraft>, onClose: () => void) {
  const { t } = useTranslation();
  const client = useClient();
  const cache = useQueryClient();
  const toasts = useToasts();
  const { problem, clear, handlers } = useFormProblem(form, causes);
  const save = useMutation({
    ...handlers,
    mutationFn: ({ values, on }: { values: QuickReplyDraft; on: QuickReply | undefined }) =>
      on === undefined
        ? client.call(createQuickReply, { body: formFrom(values) })
        : client.call(updateQuickReply, {
            body: { quickReplyId: on.id, version: on.version, ...formFrom(values) },
          }),
    onSuccess: () => {
      toasts.success(t('quickReplies.saved'));
      onClose();
    },
    onSettled: () => void cache.invalidateQueries({ queryKey: queryKeys.quickReplies }),
  });
  const send = (on: QuickReply | undefined) => save.mutate({ values: form.getFieldsValue(true), on });
  return { save, send, problem, clear };
}

/** Adds a quick reply, or changes one. Mount it again for each. */
export function QuickReplyDrawer({ existing, copied, page, onClose }: Properties) {
  const { t } = useTranslation();
  const client = useClient();
  const [form] = Form.useForm<QuickReplyDraft>();
  const [base, setBase] = useState(existing);
  const { save, send, problem, clear } = useSaveQuickReply(form, onClose);
  const stale = isApiError(problem, 'resource.stale');
  return (
    <FormDrawer
      form={form}
      size={640}
      title={t(existing === undefined ? 'quickReplies.create' : 'quickReplies.change')}
      saved={base === undefined ? begunWith(copied) : valuesOf(base)}
      page={page}
      onSave={() => send(base)}
      onClose={onClose}
      foot={({ formId, close }) => (
        <Space>
          <Button type="primary" form={formId} htmlType="submit" loading={save.isPending} disabled={stale}>
            {t('quickReplies.save')}
          </Button>
          <Button onClick={close}>{t('quickReplies.cancel')}</Button>
        </Space>
      )}
      below={
        <SavingProblem
          problem={problem}
          base={base}
          read={({ id }) => findQuickReply(client, id)}
          onTakeTheirs={(theirs) => {
            setBase(theirs);
            form.setFieldsValue(valuesOf(theirs));
            clear();
          }}
          onKeepMine={send}
        />
      }
    >
      <QuickReplyFields form={form} />
    </FormDrawer>
  );
}
