// i18n-keys: sensitiveWords.action.*
// i18n-keys: sensitiveWords.links sensitiveWords.walletAddresses sensitiveWords.phoneNumbers
// i18n-keys: sensitiveWords.actionHint.*
// i18n-keys: sensitiveWords.sender.*
import {
  type SensitiveWordAction,
  sensitiveWordLimits,
  sensitiveWordRuleForm,
} from '@parley/contract/sensitive-words';
import { useFormats } from '@parley/ui';
import { Form, Input, Segmented, Switch } from 'antd';
import { useTranslation } from 'react-i18next';
import { RangeFields } from '../../entities/sub-accounts/RangeFields.tsx';
import { SubAccountsSelect } from '../../entities/sub-accounts/SubAccountsSelect.tsx';
import { schemaRule } from '../../lib/form-rules.ts';
import { findsNothing, linesOf } from './rule-values.ts';

const shape = sensitiveWordRuleForm.shape;
const switches = ['links', 'walletAddresses', 'phoneNumbers'] as const;
type ListName = 'words' | 'exceptions';

export function RuleFields() {
  const { t } = useTranslation();
  return (
    <>
      <Form.Item
        name="title"
        label={t('sensitiveWords.ruleTitle')}
        rules={[schemaRule(shape.title, t)]}
        required
      >
        <Input autoComplete="off" />
      </Form.Item>
      <WordsField />
      <div className="sensitive-switches">
        {switches.map((name) => (
          <Form.Item key={name} name={name} label={t(`sensitiveWords.${name}`)} valuePropName="checked">
            <Switch />
          </Form.Item>
        ))}
      </div>
      <Form.Item
        name="exceptions"
        label={t('sensitiveWords.exceptions')}
        extra={t('sensitiveWords.exceptionsHint')}
        rules={[useLinesRule('exceptions', sensitiveWordLimits.exceptions)]}
      >
        <Input.TextArea dir="auto" autoSize={{ minRows: 2, maxRows: 6 }} />
      </Form.Item>
      <ActionFields />
      <Range />
      <Form.Item name="enabled" label={t('sensitiveWords.enabled')} valuePropName="checked">
        <Switch />
      </Form.Item>
    </>
  );
}

/** Returns a rule that validates each line with the contract's schema and names the invalid one. */
function useLinesRule(name: ListName, most: number) {
  const { t } = useTranslation();
  const { number } = useFormats();
  return {
    validator: async (_: unknown, text: string | undefined) => {
      const lines = linesOf(text ?? '');
      if (lines.length > most) throw new Error(t('sensitiveWords.tooManyLines', { most: number(most) }));
      const issue = shape[name].safeParse(lines).error?.issues[0];
      if (issue === undefined) return;
      const line = lines[Number(issue.path[0])] ?? '';
      const shown = [...line].slice(0, 20).join('');
      throw new Error(t('sensitiveWords.wrongLine', { line: shown, most: number(sensitiveWordLimits.word) }));
    },
  };
}

function WordsField() {
  const { t } = useTranslation();
  const { number } = useFormats();
  const form = Form.useFormInstance();
  const text: string = Form.useWatch('words') ?? '';
  const count = linesOf(text).length;
  return (
    <Form.Item
      name="words"
      label={t('sensitiveWords.words')}
      dependencies={[...switches]}
      extra={`${t('sensitiveWords.wordsHint')} ${t('sensitiveWords.wordCount', { count, shown: number(count), most: number(sensitiveWordLimits.words) })}`}
      rules={[
        useLinesRule('words', sensitiveWordLimits.words),
        {
          validator: async () => {
            if (findsNothing(form.getFieldsValue(true))) throw new Error(t('sensitiveWords.findsNothing'));
          },
        },
      ]}
    >
      <Input.TextArea dir="auto" autoSize={{ minRows: 4, maxRows: 12 }} />
    </Form.Item>
  );
}

function ActionFields() {
  const { t } = useTranslation();
  const action = Form.useWatch<SensitiveWordAction | undefined>('action') ?? 'alert';
  return (
    <>
      <Form.Item name="sender" label={t('sensitiveWords.messagesOf')}>
        <Segmented
          options={shape.sender.options.map((value) => ({
            value,
            label: t(`sensitiveWords.sender.${value}`),
          }))}
        />
      </Form.Item>
      <Form.Item
        name="action"
        label={t('sensitiveWords.actionTitle')}
        extra={t(`sensitiveWords.actionHint.${action}`)}
      >
        <Segmented
          options={shape.action.options.map((value) => ({
            value,
            label: t(`sensitiveWords.action.${value}`),
          }))}
        />
      </Form.Item>
    </>
  );
}

function Range() {
  const { t } = useTranslation();
  const texts = {
    range: t('sensitiveWords.range'),
    all: t('sensitiveWords.rangeAll'),
    some: t('sensitiveWords.rangeSome'),
    subAccounts: t('sensitiveWords.subAccounts'),
  };
  return (
    <RangeFields texts={texts} rule={{ required: true, type: 'array', message: t('validation.select') }}>
      <SubAccountsSelect maxCount={sensitiveWordLimits.subAccounts} />
    </RangeFields>
  );
}
