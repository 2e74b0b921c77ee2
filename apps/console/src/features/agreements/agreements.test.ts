import { agreementVersions } from '@parley/contract/identity';
import { describe, expect, it } from 'vitest';
import type { AgreementText } from './agreement.ts';
import { privacyPolicyEn } from './privacy-policy-en.ts';
import { privacyPolicyZh } from './privacy-policy-zh.ts';
import { serviceAgreementEn } from './service-agreement-en.ts';
import { serviceAgreementZh } from './service-agreement-zh.ts';

const shapeOf = ({ introduction, clauses }: AgreementText) => [
  introduction.length,
  ...clauses.map(({ paragraphs }) => paragraphs.length),
];
const allOf = ({ introduction, clauses }: AgreementText) =>
  [...introduction, ...clauses.flatMap(({ title, paragraphs }) => [title, ...paragraphs])].join('\n');

describe.each([
  ['service agreement', serviceAgreementEn, serviceAgreementZh, agreementVersions.service],
  ['privacy policy', privacyPolicyEn, privacyPolicyZh, agreementVersions.privacy],
])('%s', (_, en, zh, effective) => {
  it('has the same clauses in both languages', () => {
    expect(shapeOf(zh)).toEqual(shapeOf(en));
  });

  it('takes effect on the date of the version that registrations accept', () => {
    expect([en.effective, zh.effective]).toEqual([effective, effective]);
  });

  it('has all paragraphs in its language, without repetition', () => {
    expect(allOf(en)).not.toMatch(/\p{Script=Han}/u);
    for (const paragraph of allOf(zh).split('\n')) expect(paragraph).toMatch(/\p{Script=Han}/u);
    for (const text of [en, zh]) {
      const paragraphs = allOf(text).split('\n');
      expect(new Set(paragraphs).size).toBe(paragraphs.length);
    }
  });

  it('states the minimum age and the time of delivery of paper', () => {
    expect(allOf(en)).toMatch(/at least 18 years[\s\S]*guardian/);
    expect(allOf(en)).toContain('fifth natural day');
    expect(allOf(zh)).toMatch(/年满 18 周岁[\s\S]*监护人/);
    expect(allOf(zh)).toContain('第五个自然日');
  });
});
