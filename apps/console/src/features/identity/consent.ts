import type { FormRule } from 'antd';

/** Without consent to agreement and policy nobody logs in or registers. */
export function consentRule(t: (key: 'identity.consentNeeded') => string): FormRule {
  return {
    validator: (_, agreed: unknown) =>
      agreed === true ? Promise.resolve() : Promise.reject(new Error(t('identity.consentNeeded'))),
  };
}
