// i18n-keys: splitLinks.sources.obstacles.*
import type { SplitSourceAccount } from '@parley/contract/split-links';
import { ForeignText, useFormats } from '@parley/ui';
import { Badge, Button, Form, Switch } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type AccountOptions,
  type DraftSource,
  plainAccount,
  type SplitLinkDraft,
} from './split-link-values.ts';
import { ShareFields } from './TargetsField.tsx';

/** The number of accounts shown initially, as a source can have hundreds. */
const first = 10;

type Properties = { accounts: readonly SplitSourceAccount[]; source: DraftSource };

/** The accounts of a source, each with its state and the settings that differ from the source's. */
export function SourceAccounts({ accounts, source }: Properties) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const form = Form.useFormInstance<SplitLinkDraft>();
  // Watched without a field: the controls of each account write to it.
  const settings = Form.useWatch<SplitLinkDraft['accounts'] | undefined>('accounts', {
    form,
    preserve: true,
  });
  const [isWhole, setWhole] = useState(false);
  if (accounts.length === 0) return null;
  const shown = isWhole ? accounts : accounts.slice(0, first);
  const change = (id: string, patch: Partial<AccountOptions>) => {
    const before: SplitLinkDraft['accounts'] = form.getFieldValue('accounts') ?? {};
    form.setFieldValue('accounts', { ...before, [id]: { ...plainAccount, ...before[id], ...patch } });
    // The rule of the sources includes their accounts.
    void form.validateFields(['sources']).catch(() => undefined);
  };
  return (
    <>
      <ul className="plain-list split-targets">
        {shown.map((account) => (
          <Account
            key={account.socialAccountId}
            account={account}
            source={source}
            options={settings?.[account.socialAccountId] ?? plainAccount}
            onChange={(patch) => change(account.socialAccountId, patch)}
          />
        ))}
      </ul>
      {shown.length < accounts.length ? (
        <Button type="link" size="small" onClick={() => setWhole(true)}>
          {t('splitLinks.sources.showAll', { number: number(accounts.length) })}
        </Button>
      ) : null}
    </>
  );
}

type AccountProperties = {
  account: SplitSourceAccount;
  source: DraftSource;
  options: AccountOptions;
  onChange: (patch: Partial<AccountOptions>) => void;
};

function Account({ account, source, options, onChange }: AccountProperties) {
  const { t } = useTranslation();
  const { name, url, online, obstacle } = account;
  const state = t(online ? 'splitLinks.sources.online' : 'splitLinks.sources.offline');
  return (
    <li>
      <span className="split-target-head">
        {obstacle === null ? (
          <Switch
            size="small"
            checked={options.enabled}
            aria-label={t('splitLinks.targetEnabled', { url: name })}
            onChange={(enabled) => onChange({ enabled })}
          />
        ) : null}
        <Badge status={online ? 'success' : 'default'} text={state} />
        <ForeignText className="split-source-account">{name}</ForeignText>
        {url === null ? null : <ForeignText className="code quiet split-target-url">{url}</ForeignText>}
      </span>
      {obstacle === null ? (
        <ShareFields
          name={name}
          weight={options.weight}
          dailyCap={options.dailyCap}
          usual={source}
          onWeight={(weight) => onChange({ weight })}
          onDailyCap={(dailyCap) => onChange({ dailyCap })}
        />
      ) : (
        <p className="quiet split-source-obstacle">{t(`splitLinks.sources.obstacles.${obstacle}`)}</p>
      )}
    </li>
  );
}
