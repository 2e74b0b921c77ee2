// i18n-keys: replyRules.trial.state.*
// i18n-keys: replyRules.trial.welcomeOutcome.*
// i18n-keys: replyRules.trial.templateVerdict.*
// i18n-keys: replyRules.trial.ruleVerdict.*
// i18n-keys: replyRules.trial.found.*
import { type AutomationTrial, type ShownContent, tryAutomation } from '@parley/contract/automation';
import { messageText } from '@parley/contract/values';
import { ForeignText, useFormats } from '@parley/ui';
import { useMutation } from '@tanstack/react-query';
import { Alert, Form, Input, Switch } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useMaterialLabel } from '../../entities/materials/use-material-label.ts';
import { SubAccountSelect } from '../../entities/sub-accounts/SubAccountSelect.tsx';
import { schemaRule } from '../../lib/form-rules.ts';
import { useClient } from '../../lib/session-context.tsx';
import { TrialDrawer } from '../../ui/TrialDrawer.tsx';

type TrialValues = {
  subAccountId: string | null;
  text: string;
  translation: string;
  newSession: boolean;
  agentActive: boolean;
};

const blank: TrialValues = {
  subAccountId: null,
  text: '',
  translation: '',
  newSession: true,
  agentActive: false,
};

/** Shows how a message would be answered, and why. The server applies the same rules as to real messages. */
export function TestBench({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const client = useClient();
  const trial = useMutation({
    mutationFn: ({ subAccountId, translation, ...rest }: TrialValues) =>
      client.call(tryAutomation, {
        body: {
          ...rest,
          subAccountId: subAccountId ?? '',
          ...(translation.trim() === '' ? {} : { translation }),
        },
      }),
  });
  return (
    <TrialDrawer
      texts={{
        title: t('replyRules.trial.title'),
        hint: t('replyRules.trial.hint'),
        run: t('replyRules.trial.run'),
      }}
      initialValues={blank}
      trial={trial}
      onClose={onClose}
      answer={(data) => <TrialAnswer trial={data} />}
    >
      <TrialFields />
    </TrialDrawer>
  );
}

function TrialFields() {
  const { t } = useTranslation();
  return (
    <>
      <Form.Item
        name="subAccountId"
        label={t('subAccounts.one')}
        rules={[{ required: true, message: t('validation.select') }]}
      >
        <SubAccountSelect />
      </Form.Item>
      <Form.Item
        name="text"
        label={t('replyRules.trial.message')}
        rules={[schemaRule(messageText, t)]}
        required
      >
        <Input.TextArea dir="auto" autoSize={{ minRows: 2, maxRows: 6 }} />
      </Form.Item>
      <Form.Item
        name="translation"
        label={t('replyRules.trial.translation')}
        extra={t('replyRules.trial.translationHint')}
      >
        <Input.TextArea dir="auto" autoSize={{ minRows: 1, maxRows: 6 }} />
      </Form.Item>
      <Form.Item name="newSession" label={t('replyRules.trial.newSession')} valuePropName="checked">
        <Switch />
      </Form.Item>
      <Form.Item name="agentActive" label={t('replyRules.trial.agentActive')} valuePropName="checked">
        <Switch />
      </Form.Item>
    </>
  );
}

function TrialAnswer({ trial: { state, welcome, keyword } }: { trial: AutomationTrial }) {
  const { t } = useTranslation();
  const open = state === 'open';
  return (
    <>
      {open ? null : (
        <Alert
          className="reply-trial-answer"
          type="warning"
          showIcon
          title={t(`replyRules.trial.state.${state}`)}
        />
      )}
      <Answer title={t('replyRules.trial.welcome')} open={open} contents={welcome.template?.contents ?? []}>
        <p>
          {welcome.template === null
            ? t(`replyRules.trial.welcomeOutcome.${welcome.outcome}`)
            : t('replyRules.trial.byTemplate', { title: welcome.template.title })}
        </p>
        <Others
          of={welcome.others.map(({ id, title, verdict }) => ({
            id,
            title,
            reason: t(`replyRules.trial.templateVerdict.${verdict}`),
          }))}
        />
      </Answer>
      <Answer title={t('replyRules.trial.keyword')} open={open} contents={keyword.rule?.contents ?? []}>
        <KeywordReason rule={keyword.rule} />
        <Others
          of={keyword.others.map(({ id, title, keyword: word, verdict }) => ({
            id,
            title: `${title} (${word})`,
            reason: t(`replyRules.trial.ruleVerdict.${verdict}`),
          }))}
        />
      </Answer>
    </>
  );
}

function KeywordReason({ rule }: { rule: AutomationTrial['keyword']['rule'] }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  if (rule === null) return <p>{t('replyRules.trial.noMatch')}</p>;
  const { title, keyword, match, foundIn, delaySeconds, send, drawnAmong } = rule;
  return (
    <>
      <p>{t('replyRules.trial.byRule', { title, keyword })}</p>
      <ul>
        <li>{t(`replyRules.trial.found.${match}`)}</li>
        {foundIn === 'translation' ? <li>{t('replyRules.trial.found.translation')}</li> : null}
        {drawnAmong > 1 ? <li>{t('replyRules.trial.drawn', { number: number(drawnAmong) })}</li> : null}
        {delaySeconds > 0 ? <li>{t('replyRules.trial.delayed', { number: number(delaySeconds) })}</li> : null}
        {send === 'original' ? <li>{t('replyRules.trial.asWritten')}</li> : null}
      </ul>
    </>
  );
}

type AnswerProperties = {
  title: string;
  open: boolean;
  contents: readonly ShownContent[];
  children: ReactNode;
};

function Answer({ title, open, contents, children }: AnswerProperties) {
  const { t } = useTranslation();
  return (
    <section className="reply-trial-answer">
      <h2>{title}</h2>
      {children}
      {contents.length > 0 ? (
        <p>{t(open ? 'replyRules.trial.sends' : 'replyRules.trial.wouldSend')}</p>
      ) : null}
      {contents.map((content, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: contents may be equal, and are never reordered
        <Content key={at} content={content} />
      ))}
    </section>
  );
}

function Content({ content }: { content: ShownContent }) {
  const materialLabel = useMaterialLabel();
  const { text } = content;
  return (
    <div className="reply-trial-text">
      {content.kind === 'material' ? (
        <ForeignText className="quiet">{materialLabel(content)}</ForeignText>
      ) : null}
      {text === '' ? null : <ForeignText className="reply-trial-text">{text}</ForeignText>}
    </div>
  );
}

function Others({ of }: { of: readonly { id: string; title: string; reason: string }[] }) {
  const { t } = useTranslation();
  if (of.length === 0) return null;
  return (
    <>
      <p>{t('replyRules.trial.others')}</p>
      <ul>
        {of.map(({ id, title, reason }) => (
          <li key={id}>
            <ForeignText>{title}</ForeignText>
            {' · '}
            {reason}
          </li>
        ))}
      </ul>
    </>
  );
}
