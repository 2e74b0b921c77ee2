import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { RangeFields as Range } from '../../entities/sub-accounts/RangeFields.tsx';
import { schemaRule } from '../../lib/form-rules.ts';
import { someSubAccounts } from './proxy-values.ts';

type Properties = {
  /** The control that selects sub-accounts; accepts `value` and `onChange`. */
  subAccountsField: ReactElement;
};

/** Selects whose social accounts may use a proxy; for a form with `range` and `subAccountIds`. */
export function RangeFields({ subAccountsField }: Properties) {
  const { t } = useTranslation();
  const texts = {
    range: t('proxies.range'),
    hint: t('proxies.rangeHint'),
    all: t('proxies.rangeAll'),
    some: t('proxies.rangeSome'),
    subAccounts: t('proxies.subAccounts'),
  };
  return (
    <Range texts={texts} rule={schemaRule(someSubAccounts, t)}>
      {subAccountsField}
    </Range>
  );
}
