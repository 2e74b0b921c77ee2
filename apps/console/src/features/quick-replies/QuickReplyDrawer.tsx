import { createQuickReply, type QuickReply, updateQuickReply } from '@parley/contract/quick-replies';
import { Form, type FormInstance } from 'antd';
import { useTranslation } from 'react-i18next';
import { queryKeys } from '../../lib/query-keys.ts';
import { useClient } from '../../lib/session-context.tsx';
import { RecordDrawer } from '../../ui/RecordDrawer.tsx';
import { useSaveRecord } from '../../ui/use-save-record.ts';
import { QuickReplyFields } from './QuickReplyFields.tsx';
import { findQuickReply } from './queries.ts';
import { begunWith, formFrom, type QuickReplyDraft, valuesOf } from './quick-reply-values.ts';

type Properties = {
  /** The quick reply to change; undefined: a new one. */
  existing: QuickReply | undefined;
  /** The quick reply whose texts a new one copies. */
  copied: QuickReply | undefined;
  onClose: () => void;
};

const causes = {
  'quick-reply.name-taken': 'name',
  'quick-reply.material-without-medium': 'materialId',
  'material.not-found': 'materialId',
} as const;

function useSaveQuickReply(form: FormInstance<QuickReplyDraft>, onSaved: () => void) {
  const { t } = useTranslation();
  const client = useClient();
  return useSaveRecord<QuickReply, QuickReplyDraft>({
    form,
    write: (draft, on) =>
      on === undefined
        ? client.call(createQuickReply, { body: formFrom(draft) })
        : client.call(updateQuickReply, {
            body: { quickReplyId: on.id, version: on.version, ...formFrom(draft) },
          }),
    saved: t('quickReplies.saved'),
    refresh: [queryKeys.quickReplies],
    causes,
    onSaved,
  });
}

/** Creates or changes a quick reply. Mount it again for each. */
export function QuickReplyDrawer({ existing, copied, onClose }: Properties) {
  const { t } = useTranslation();
  const client = useClient();
  const [form] = Form.useForm<QuickReplyDraft>();
  const saving = useSaveQuickReply(form, onClose);
  return (
    <RecordDrawer
      form={form}
      size={640}
      title={t(existing === undefined ? 'quickReplies.create' : 'quickReplies.change')}
      existing={existing}
      valuesOf={(kept) => (kept === undefined ? begunWith(copied) : valuesOf(kept))}
      saving={saving}
      read={({ id }) => findQuickReply(client, id)}
      texts={{ save: t('quickReplies.save'), cancel: t('quickReplies.cancel') }}
      onClose={onClose}
    >
      <QuickReplyFields form={form} />
    </RecordDrawer>
  );
}
