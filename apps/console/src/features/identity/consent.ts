import type { FormRule } from 'antd';

/** The rule that login and registration need consent to agreement and policy. */
export function consentRule(t: (key: 'identity.consentNeeded') => string): FormRule {
  return {
    validator: (_, agreed: unknown) =>
      agreed === true ? Promise.resolve() : Promise.reject(new Error(t('identity.consentNeeded'))),
  };
}
