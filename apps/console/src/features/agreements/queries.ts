import type { InterfaceLanguage } from '@parley/contract';
import { queryOptions } from '@tanstack/react-query';
import type { AgreementName, AgreementText } from './agreement.ts';
import type { VersionedText } from './versioned-text.ts';

/** A file per text, so that a reader loads only one. */
const texts: Readonly<
  Record<AgreementName, Record<InterfaceLanguage, () => Promise<AgreementText | VersionedText>>>
> = {
  service: {
    'zh-CN': async () => (await import('./service-agreement-zh.ts')).serviceAgreementZh,
    'en-US': async () => (await import('./service-agreement-en.ts')).serviceAgreementEn,
  },
  privacy: {
    'zh-CN': async () => (await import('./privacy-policy-zh.ts')).privacyPolicyZh,
    'en-US': async () => (await import('./privacy-policy-en.ts')).privacyPolicyEn,
  },
  counting: {
    'zh-CN': async () => (await import('./counting-rules-zh.ts')).countingRulesZh,
    'en-US': async () => (await import('./counting-rules-en.ts')).countingRulesEn,
  },
};

export const agreementText = (name: AgreementName, language: InterfaceLanguage) =>
  queryOptions({
    queryKey: ['agreements', name, language],
    queryFn: texts[name][language],
    staleTime: Number.POSITIVE_INFINITY,
  });
