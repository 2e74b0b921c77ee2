import type { FormRule } from 'antd';

/** Returns the rule by which login and registration require consent to both agreements. */
export function consentRule(t: (key: 'identity.consentNeeded') => string): FormRule {
  return {
    validator: (_, agreed: unknown) =>
      agreed === true ? Promise.resolve() : Promise.reject(new Error(t('identity.consentNeeded'))),
  };
}
