import { isApiError } from '@parley/api-client';
import { createQuickReply, type QuickReply, updateQuickReply } from '@parley/contract/quick-replies';
import { ErrorPanel, useToasts } from '@parley/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button, Drawer, Form, type FormInstance, Space } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { focusFirstField } from '../../lib/focus-first-field.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useClient } from '../../lib/session-context.tsx';
import { useFormProblem } from '../../lib/use-form-problem.ts';
import { ChangedMeanwhile } from '../../ui/ChangedMeanwhile.tsx';
import { useGuardedClose } from '../../ui/use-guarded-close.tsx';
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
  const formId = useId();
  const [base, setBase] = useState(existing);
  const saved = base === undefined ? begunWith(copied) : valuesOf(base);
  const [close, question] = useGuardedClose({ form, saved, page, onClose });
  const { save, send, problem, clear } = useSaveQuickReply(form, onClose);
  const stale = isApiError(problem, 'resource.stale');
  return (
    <Drawer
      open
      size={640}
      title={t(existing === undefined ? 'quickReplies.create' : 'quickReplies.change')}
      mask={{ closable: false }}
      onClose={close}
      afterOpenChange={focusFirstField(formId)}
      styles={{ wrapper: { maxWidth: '100vw' } }}
      footer={
        <Space>
          <Button type="primary" form={formId} htmlType="submit" loading={save.isPending} disabled={stale}>
            {t('quickReplies.save')}
          </Button>
          <Button onClick={close}>{t('quickReplies.cancel')}</Button>
        </Space>
      }
    >
      <Form<QuickReplyDraft>
        id={formId}
        form={form}
        layout="vertical"
        initialValues={saved}
        onFinish={() => send(base)}
      >
        <QuickReplyFields form={form} />
      </Form>
      {problem !== null && !stale ? <ErrorPanel problem={problem} /> : null}
      {stale && base !== undefined ? (
        <ChangedMeanwhile
          problem={problem}
          read={() => findQuickReply(client, base.id)}
          onTakeTheirs={(theirs) => {
            setBase(theirs);
            form.setFieldsValue(valuesOf(theirs));
            clear();
          }}
          onKeepMine={send}
        />
      ) : null}
      {question}
    </Drawer>
  );
}
