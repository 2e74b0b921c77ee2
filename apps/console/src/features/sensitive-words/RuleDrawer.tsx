import {
  createSensitiveWordRule,
  type SensitiveWordRule,
  updateSensitiveWordRule,
} from '@parley/contract/sensitive-words';
import { Form, type FormInstance } from 'antd';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../lib/session-context.tsx';
import { RecordDrawer } from '../../ui/RecordDrawer.tsx';
import { useSaveRecord } from '../../ui/use-save-record.ts';
import { findRule, rulesKey } from './queries.ts';
import { RuleFields } from './RuleFields.tsx';
import { formFrom, type SensitiveRuleDraft, valuesOf } from './rule-values.ts';

type Properties = {
  /** The rule to change; undefined: a new one. */
  existing: SensitiveWordRule | undefined;
  /** The rule that a new one copies. */
  copied: SensitiveWordRule | undefined;
  onClose: () => void;
};

const causes = {
  'sensitive-word-rule.too-many-words': 'words',
  'sub-account.not-found': 'subAccountIds',
} as const;

function useSaveRule(form: FormInstance<SensitiveRuleDraft>, onSaved: () => void) {
  const { t } = useTranslation();
  const client = useClient();
  return useSaveRecord<SensitiveWordRule, SensitiveRuleDraft>({
    form,
    write: (draft, on) =>
      on === undefined
        ? client.call(createSensitiveWordRule, { body: formFrom(draft) })
        : client.call(updateSensitiveWordRule, {
            body: { ruleId: on.id, version: on.version, ...formFrom(draft) },
          }),
    saved: t('sensitiveWords.saved'),
    refresh: [rulesKey],
    causes,
    onSaved,
  });
}

/** Creates or changes a rule. Mount it again for each. */
export function RuleDrawer({ existing, copied, onClose }: Properties) {
  const { t } = useTranslation();
  const client = useClient();
  const [form] = Form.useForm<SensitiveRuleDraft>();
  const saving = useSaveRule(form, onClose);
  return (
    <RecordDrawer
      form={form}
      size={640}
      title={t(existing === undefined ? 'sensitiveWords.create' : 'sensitiveWords.change')}
      existing={existing}
      valuesOf={(kept) => valuesOf(kept ?? copied)}
      saving={saving}
      read={({ id }) => findRule(client, id)}
      texts={{ save: t('sensitiveWords.save'), cancel: t('sensitiveWords.cancel') }}
      onClose={onClose}
    >
      <RuleFields />
    </RecordDrawer>
  );
}
