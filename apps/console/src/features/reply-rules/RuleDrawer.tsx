// i18n-keys: replyRules.welcome.*
// i18n-keys: replyRules.keyword.*
import { Form, type FormInstance } from 'antd';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../lib/session-context.tsx';
import { RecordDrawer } from '../../ui/RecordDrawer.tsx';
import { useSaveRecord } from '../../ui/use-save-record.ts';
import { RuleFields } from './RuleFields.tsx';
import { findRule, type KindCalls, type ReplyRule, rulesKey } from './rule-kinds.ts';
import { begunWith, type RuleDraft, valuesOf } from './rule-values.ts';

type Properties = {
  calls: KindCalls;
  /** The rule to change; undefined: a new one. */
  existing: ReplyRule | undefined;
  /** The rule that a new one copies. */
  copied: ReplyRule | undefined;
  onClose: () => void;
};

const causes = {
  'keyword-rule.too-many-keywords': 'keywords',
  'keyword-rule.too-many-sub-accounts': 'subAccountIds',
  'welcome-template.too-many-sub-accounts': 'subAccountIds',
  'sub-account.not-found': 'subAccountIds',
} as const;

function useSaveRule(form: FormInstance<RuleDraft>, calls: KindCalls, onSaved: () => void) {
  const { t } = useTranslation();
  const client = useClient();
  return useSaveRecord<ReplyRule, RuleDraft>({
    form,
    write: (draft, on) => calls.save(client, draft, on),
    saved: t('replyRules.saved'),
    refresh: [rulesKey(calls.kind)],
    causes,
    onSaved,
  });
}

/** Creates or changes a template or rule. Mount it again for each. */
export function RuleDrawer({ calls, existing, copied, onClose }: Properties) {
  const { t } = useTranslation();
  const client = useClient();
  const [form] = Form.useForm<RuleDraft>();
  const saving = useSaveRule(form, calls, onClose);
  return (
    <RecordDrawer
      form={form}
      size={640}
      title={t(`replyRules.${calls.kind}.${existing === undefined ? 'create' : 'change'}`)}
      existing={existing}
      valuesOf={(kept) => (kept === undefined ? begunWith(copied) : valuesOf(kept))}
      saving={saving}
      read={({ id }) => findRule(client, calls, id)}
      texts={{ save: t('replyRules.save'), cancel: t('replyRules.cancel') }}
      onClose={onClose}
    >
      <RuleFields calls={calls} />
    </RecordDrawer>
  );
}
