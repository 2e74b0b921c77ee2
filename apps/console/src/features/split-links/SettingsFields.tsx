// i18n-keys: splitLinks.eligible.*
// i18n-keys: splitLinks.eligibleHints.*
// i18n-keys: splitLinks.modeChoices.*
// i18n-keys: splitLinks.devices.*
// i18n-keys: splitDomains.none
// i18n-keys: splitDomains.noneVerified
import type { PlatformId } from '@parley/contract/catalogues';
import { carriesToken, splitLinkForm } from '@parley/contract/split-links';
import { ErrorPanel, interfaceLanguageOf, useFormats } from '@parley/ui';
import { useQuery } from '@tanstack/react-query';
import { DatePicker, Form, Input, Segmented, Select, Switch } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { splitDomains } from '../../entities/split-domains/queries.ts';
import { countryOptions } from '../../lib/countries.ts';
import { schemaRule } from '../../lib/form-rules.ts';
import { useClient } from '../../lib/session-context.tsx';

const shape = splitLinkForm.shape;

/**
 * The fields that single links and bulk creation share, after their targets.
 *
 * @param urls the valid account links
 */
export function SettingsFields({ urls }: { urls: readonly string[] }) {
  const { t } = useTranslation();
  return (
    <>
      <DomainField />
      <SharingFields />
      <TrackingField urls={urls} />
      <Form.Item
        name="defaultUrl"
        label={t('splitLinks.defaultUrl')}
        extra={t('splitLinks.defaultUrlHint')}
        rules={[useAddressRule()]}
      >
        <Input inputMode="url" autoComplete="off" placeholder="https://" />
      </Form.Item>
      <Form.Item
        name="pageText"
        label={t('splitLinks.pageText')}
        extra={t('splitLinks.pageTextHint')}
        rules={[schemaRule(shape.pageText, t)]}
      >
        <Input.TextArea dir="auto" autoSize={{ minRows: 2, maxRows: 5 }} />
      </Form.Item>
      <PreviewFields />
      <Form.Item name="expiresAt" label={t('splitLinks.expiresAt')} extra={t('splitLinks.expiresAtHint')}>
        <DatePicker showTime={{ format: 'HH:mm' }} className="split-expiry" />
      </Form.Item>
      <Form.Item name="remark" label={t('splitLinks.remark')} rules={[schemaRule(shape.remark, t)]}>
        <Input autoComplete="off" />
      </Form.Item>
    </>
  );
}

function SharingFields() {
  const { t } = useTranslation();
  const eligibility = Form.useWatch<'online' | 'full' | undefined>('eligibility') ?? 'full';
  return (
    <>
      <Form.Item
        name="eligibility"
        label={t('splitLinks.type')}
        extra={t(`splitLinks.eligibleHints.${eligibility}`)}
      >
        <Segmented
          options={shape.eligibility.options.map((value) => ({
            value,
            label: t(`splitLinks.eligible.${value}`),
          }))}
        />
      </Form.Item>
      <Form.Item name="mode" label={t('splitLinks.mode')} extra={t('splitLinks.modeHint')}>
        <Segmented
          options={shape.mode.options.map((value) => ({
            value,
            label: t(`splitLinks.modeChoices.${value}`),
          }))}
        />
      </Form.Item>
      <Form.Item
        name="bindsAddress"
        label={t('splitLinks.bindsAddress')}
        extra={t('splitLinks.bindsAddressHint')}
        valuePropName="checked"
      >
        <Switch />
      </Form.Item>
      <Form.Item name="device" label={t('splitLinks.device')} extra={t('splitLinks.deviceHint')}>
        <Segmented
          options={(['any', 'mobile', 'desktop'] as const).map((value) => ({
            value,
            label: t(`splitLinks.devices.${value}`),
          }))}
        />
      </Form.Item>
      <RegionsField />
    </>
  );
}

/** Selects the short link's domain among the verified ones and the current one. */
function DomainField() {
  const { t } = useTranslation();
  const chosen = Form.useWatch<string | null | undefined>('domainId') ?? null;
  const { data, isPending, error, refetch } = useQuery(splitDomains(useClient()));
  const domains = data?.list.filter(({ id, state }) => state === 'verified' || id === chosen) ?? [];
  const options = domains.map(({ id, domain, state }) => ({
    value: id,
    label: state === 'verified' ? domain : t('splitDomains.notServing', { domain }),
  }));
  // Without a label, the field would show the bare id.
  const unknown =
    data === undefined && chosen !== null ? [{ value: chosen, label: t('splitDomains.chosen') }] : [];
  return (
    <Form.Item
      name="domainId"
      label={t('splitDomains.field')}
      extra={
        data === undefined && error !== null ? (
          <ErrorPanel problem={error} onRetry={() => void refetch()} />
        ) : (
          t('splitDomains.fieldHint')
        )
      }
    >
      <Select
        allowClear
        loading={isPending}
        placeholder={data?.host}
        options={[...options, ...unknown]}
        notFoundContent={
          data === undefined ? null : t(`splitDomains.${data.list.length === 0 ? 'none' : 'noneVerified'}`)
        }
      />
    </Form.Item>
  );
}

/** Selects countries by name or code; none: visitors from everywhere. */
function RegionsField() {
  const { t, i18n } = useTranslation();
  const language = interfaceLanguageOf(i18n.language);
  const options = useMemo(() => countryOptions(language), [language]);
  return (
    <Form.Item name="regions" label={t('splitLinks.regions')} extra={t('splitLinks.regionsHint')}>
      <Select
        mode="multiple"
        allowClear
        maxTagCount="responsive"
        placeholder={t('splitLinks.anyRegion')}
        options={options}
        showSearch={{
          filterOption: (typed, option) =>
            `${option?.label} ${option?.value}`.toLowerCase().includes(typed.trim().toLowerCase()),
        }}
      />
    </Form.Item>
  );
}

/** The preview of the short link in chats; text and image are shown once it has a title. */
function PreviewFields() {
  const { t } = useTranslation();
  const title = Form.useWatch<string | undefined>('previewTitle') ?? '';
  const addressRule = useAddressRule();
  return (
    <>
      <Form.Item
        name="previewTitle"
        label={t('splitLinks.previewTitle')}
        extra={t('splitLinks.previewHint')}
        rules={[schemaRule(shape.previewTitle, t)]}
      >
        <Input dir="auto" autoComplete="off" />
      </Form.Item>
      <Form.Item
        name="previewText"
        label={t('splitLinks.previewText')}
        rules={[schemaRule(shape.previewText, t)]}
        hidden={title.trim() === ''}
      >
        <Input.TextArea dir="auto" autoSize={{ minRows: 2, maxRows: 4 }} />
      </Form.Item>
      <Form.Item
        name="previewImageUrl"
        label={t('splitLinks.previewImageUrl')}
        extra={t('splitLinks.previewImageUrlHint')}
        rules={title.trim() === '' ? [] : [addressRule]}
        hidden={title.trim() === ''}
      >
        <Input inputMode="url" autoComplete="off" placeholder="https://" />
      </Form.Item>
    </>
  );
}

/** Shows how many of the links can carry a visit's token; on other platforms, visits are never matched. */
function TrackingField({ urls }: { urls: readonly string[] }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const platform = Form.useWatch<PlatformId | undefined>('platform');
  const able = urls.filter((url) => platform !== undefined && carriesToken(platform, url)).length;
  return (
    <Form.Item
      name="tracksFans"
      label={t('splitLinks.tracksFans')}
      extra={
        <span aria-live="polite">
          {t('splitLinks.tracksFansHint')}{' '}
          {urls.length === 0
            ? null
            : t('splitLinks.ableLinks', { able: number(able), all: number(urls.length) })}
        </span>
      }
      valuePropName="checked"
    >
      <Switch />
    </Form.Item>
  );
}

/** Validates an optional URL; an empty field is valid. */
function useAddressRule() {
  const { t } = useTranslation();
  return {
    validator: async (_: unknown, address: string | undefined) => {
      const typed = address?.trim() ?? '';
      if (typed !== '' && !shape.defaultUrl.safeParse(typed).success) throw new Error(t('validation.link'));
    },
  };
}
