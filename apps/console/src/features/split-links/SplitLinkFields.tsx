import './split-links.css';
import { type PlatformId, platformIds, platforms } from '@parley/contract/catalogues';
import { splitLinkForm, type TypedLink } from '@parley/contract/split-links';
import { interfaceLanguageOf } from '@parley/ui';
import { Form, Input, Select } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { schemaRule } from '../../lib/form-rules.ts';
import { LinksField, typedLinksOf, useTypedLinks } from './LinksField.tsx';
import { SettingsFields } from './SettingsFields.tsx';
import { SourcesField } from './SourcesField.tsx';
import {
  type DraftSource,
  isAccountShare,
  isShare,
  plainTarget,
  type SplitLinkDraft,
} from './split-link-values.ts';
import { TargetsField } from './TargetsField.tsx';

type Properties = {
  /** Shown below the sources: former targets from them. */
  former: ReactNode;
};

/** The fields of one split link. */
export function SplitLinkFields({ former }: Properties) {
  const { t } = useTranslation();
  const urls = validUrls(useTypedLinks());
  return (
    <>
      <Form.Item
        name="name"
        label={t('splitLinks.name')}
        rules={[
          { required: true, whitespace: true, message: t('splitLinks.nameMissing') },
          schemaRule(splitLinkForm.shape.name, t),
        ]}
        validateFirst
      >
        <Input autoFocus autoComplete="off" />
      </Form.Item>
      <PlatformField />
      <LinksField />
      <Form.Item<SplitLinkDraft>
        name="options"
        label={t('splitLinks.targets')}
        className="split-targets-item"
        dependencies={['platform', 'links']}
        // Each wrong field marks itself.
        validateStatus=""
        rules={[
          ({ getFieldsValue }) => ({
            validator: (_, options: SplitLinkDraft['options'] = {}) =>
              validOr(
                validUrls(typedLinksOf(getFieldsValue(true))).every((url) =>
                  isShare(options[url] ?? plainTarget),
                ),
                t('splitLinks.sharesInvalid'),
              ),
          }),
        ]}
      >
        <TargetsField />
      </Form.Item>
      <SourcesItem typed={urls} />
      {former}
      <SettingsFields urls={urls} />
    </>
  );
}

const validUrls = (links: readonly TypedLink[]): string[] =>
  links.flatMap(({ text, isValid }) => (isValid ? [text] : []));

const validOr = (isValid: boolean, message: string) =>
  isValid ? Promise.resolve() : Promise.reject(new Error(message));

export function SourcesItem({ typed }: { typed: readonly string[] }) {
  const { t } = useTranslation();
  return (
    <Form.Item<SplitLinkDraft>
      name="sources"
      label={t('splitLinks.sources.label')}
      extra={t('splitLinks.sources.hint')}
      // Each wrong field marks itself.
      validateStatus=""
      rules={[
        ({ getFieldValue }) => ({
          validator: (_, sources: readonly DraftSource[] = []) => {
            const accounts: SplitLinkDraft['accounts'] = getFieldValue('accounts') ?? {};
            const areValid = sources.every(isShare) && Object.values(accounts).every(isAccountShare);
            return validOr(areValid || sources.length === 0, t('splitLinks.sharesInvalid'));
          },
        }),
      ]}
    >
      <SourcesField typed={typed} />
    </Form.Item>
  );
}

export function PlatformField() {
  const { t, i18n } = useTranslation();
  const language = interfaceLanguageOf(i18n.language);
  return (
    <Form.Item<{ platform: PlatformId }>
      name="platform"
      label={t('table.platform')}
      rules={[{ required: true, message: t('splitLinks.platformMissing') }]}
    >
      <Select
        showSearch={{ optionFilterProp: 'label' }}
        placeholder={t('splitLinks.platformPlaceholder')}
        options={platformIds.map((value) => ({ value, label: platforms[value].names[language] }))}
      />
    </Form.Item>
  );
}
