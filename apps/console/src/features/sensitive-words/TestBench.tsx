// i18n-keys: sensitiveWords.trial.outcome.*
// i18n-keys: sensitiveWords.trial.written.*
// i18n-keys: sensitiveWords.action.*
import './sensitive-words.css';
import { type SensitiveWordTrial, trySensitiveWords } from '@parley/contract/sensitive-words';
import { messageText } from '@parley/contract/values';
import { ForeignText } from '@parley/ui';
import { useMutation } from '@tanstack/react-query';
import { Alert, Form, Input, Segmented, Tag } from 'antd';
import { useTranslation } from 'react-i18next';
import { SubAccountSelect } from '../../entities/sub-accounts/SubAccountSelect.tsx';
import { schemaRule } from '../../lib/form-rules.ts';
import { useClient } from '../../lib/session-context.tsx';
import { TrialDrawer } from '../../ui/TrialDrawer.tsx';
import { Finds } from './Finds.tsx';
import { actionColors } from './rule-columns.tsx';

type TrialValues = { subAccountId: string | null; sender: 'agent' | 'customer'; text: string };

const blank: TrialValues = { subAccountId: null, sender: 'agent', text: '' };

/** Shows what the enabled rules match in a text. The server applies the same rules as to real messages. */
export function TestBench({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const client = useClient();
  const trial = useMutation({
    mutationFn: ({ subAccountId, ...rest }: TrialValues) =>
      client.call(trySensitiveWords, { body: { ...rest, subAccountId: subAccountId ?? '' } }),
  });
  return (
    <TrialDrawer
      texts={{
        title: t('sensitiveWords.trial.title'),
        hint: t('sensitiveWords.trial.hint'),
        run: t('sensitiveWords.trial.run'),
      }}
      initialValues={blank}
      trial={trial}
      onClose={onClose}
      answer={(data) => <TrialAnswer trial={data} />}
    >
      <Form.Item
        name="subAccountId"
        label={t('subAccounts.one')}
        rules={[{ required: true, message: t('validation.select') }]}
      >
        <SubAccountSelect />
      </Form.Item>
      <Form.Item name="sender" label={t('sensitiveWords.trial.writtenBy')}>
        <Segmented
          options={(['agent', 'customer'] as const).map((value) => ({
            value,
            label: t(`sensitiveWords.trial.written.${value}`),
          }))}
        />
      </Form.Item>
      <Form.Item
        name="text"
        label={t('sensitiveWords.message')}
        rules={[schemaRule(messageText, t)]}
        required
      >
        <Input.TextArea dir="auto" autoSize={{ minRows: 3, maxRows: 10 }} />
      </Form.Item>
    </TrialDrawer>
  );
}

const levels = { none: 'success', logged: 'info', alerted: 'warning', blocked: 'error' } as const;

function TrialAnswer({ trial: { outcome, rules } }: { trial: SensitiveWordTrial }) {
  const { t } = useTranslation();
  return (
    <>
      <Alert type={levels[outcome]} showIcon title={t(`sensitiveWords.trial.outcome.${outcome}`)} />
      {rules.map(({ id, title, action, finds }) => (
        <section key={id} className="sensitive-trial">
          <p>
            <Tag color={actionColors[action]}>{t(`sensitiveWords.action.${action}`)}</Tag>
            <ForeignText>{title}</ForeignText>
          </p>
          <Finds finds={finds} />
        </section>
      ))}
    </>
  );
}
