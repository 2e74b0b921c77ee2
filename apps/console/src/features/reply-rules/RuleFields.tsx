// i18n-keys: replyRules.match.*
// i18n-keys: replyRules.matchHint.*
// i18n-keys: replyRules.method.*
// i18n-keys: replyRules.sending.*
import { automationLimits, keywordRuleForm } from '@parley/contract/automation';
import { Form, Input, Segmented, Select, Switch } from 'antd';
import { useTranslation } from 'react-i18next';
import { RangeFields } from '../../entities/sub-accounts/RangeFields.tsx';
import { SubAccountsSelect } from '../../entities/sub-accounts/SubAccountsSelect.tsx';
import { schemaRule } from '../../lib/form-rules.ts';
import { WholeNumberInput } from '../../ui/WholeNumberInput.tsx';
import { ReplyContents } from './ReplyContents.tsx';
import type { KindCalls } from './rule-kinds.ts';

const shape = keywordRuleForm.shape;

export function RuleFields({ calls: { kind, mostContents } }: { calls: KindCalls }) {
  const { t } = useTranslation();
  return (
    <>
      <Form.Item name="title" label={t('replyRules.ruleTitle')} rules={[schemaRule(shape.title, t)]} required>
        <Input autoComplete="off" />
      </Form.Item>
      {kind === 'keyword' ? <KeywordFields /> : null}
      <ReplyContents most={mostContents} />
      {kind === 'keyword' ? <SendingFields /> : null}
      <Range />
      <Form.Item name="enabled" label={t('replyRules.enabled')} valuePropName="checked">
        <Switch />
      </Form.Item>
    </>
  );
}

function KeywordFields() {
  const { t } = useTranslation();
  const match = Form.useWatch<'exact' | 'partial' | undefined>('match') ?? 'partial';
  return (
    <>
      <Form.Item
        name="keywords"
        label={t('replyRules.keywords')}
        extra={t('replyRules.keywordsHint')}
        // Shows only one message for an empty list.
        validateFirst
        rules={[
          { required: true, type: 'array', message: t('validation.required') },
          schemaRule(shape.keywords, t),
        ]}
        required
      >
        <Select
          mode="tags"
          open={false}
          suffixIcon={null}
          maxCount={automationLimits.keywords}
          tokenSeparators={[',', '，', '、', '\n']}
        />
      </Form.Item>
      <Form.Item name="match" label={t('replyRules.matchRule')} extra={t(`replyRules.matchHint.${match}`)}>
        <Segmented
          options={shape.match.options.map((value) => ({ value, label: t(`replyRules.match.${value}`) }))}
        />
      </Form.Item>
      <Form.Item
        name="matchTranslation"
        label={t('replyRules.matchTranslation')}
        extra={t('replyRules.matchTranslationHint')}
        valuePropName="checked"
      >
        <Switch />
      </Form.Item>
    </>
  );
}

function SendingFields() {
  const { t } = useTranslation();
  return (
    <>
      <Form.Item name="replyMethod" label={t('replyRules.replyMethod')}>
        <Segmented
          options={shape.replyMethod.options.map((value) => ({
            value,
            label: t(`replyRules.method.${value}`),
          }))}
        />
      </Form.Item>
      <Form.Item name="send" label={t('replyRules.send')} extra={t('replyRules.sendHint')}>
        <Segmented
          options={shape.send.options.map((value) => ({ value, label: t(`replyRules.sending.${value}`) }))}
        />
      </Form.Item>
      <Form.Item
        name="delaySeconds"
        label={t('replyRules.delay')}
        extra={t('replyRules.delayHint')}
        rules={[schemaRule(shape.delaySeconds, t)]}
        required
      >
        <WholeNumberInput suffix={t('replyRules.seconds')} />
      </Form.Item>
    </>
  );
}

function Range() {
  const { t } = useTranslation();
  const texts = {
    range: t('replyRules.range'),
    hint: t('replyRules.rangeHint'),
    all: t('replyRules.rangeAll'),
    some: t('replyRules.rangeSome'),
    subAccounts: t('replyRules.subAccounts'),
  };
  return (
    <RangeFields texts={texts} rule={{ required: true, type: 'array', message: t('validation.select') }}>
      <SubAccountsSelect maxCount={automationLimits.subAccounts} />
    </RangeFields>
  );
}
