import './profile.css';
import { isApiError } from '@parley/api-client';
import { type Profile, updateProfile } from '@parley/contract/identity';
import { codePoints } from '@parley/contract/values';
import { ConfirmPopover, ErrorPanel, interfaceLanguageOf, useAllowClear, useToasts } from '@parley/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button, Form, type FormInstance, Input, Select, Space } from 'antd';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { countryOptions } from '../../lib/countries.ts';
import { schemaRule } from '../../lib/form-rules.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useClient } from '../../lib/session-context.tsx';
import { differs, useUnsaved } from '../../lib/unsaved-changes.ts';
import { useFormProblem } from '../../lib/use-form-problem.ts';
import { ChangedMeanwhile } from '../../ui/ChangedMeanwhile.tsx';
import { AvatarField } from './AvatarField.tsx';
import {
  introductionLimit,
  type ProfileValues,
  profileFields,
  profileFormFrom,
  profileShape,
  valuesOf,
} from './profile-values.ts';
import { ownProfile, profileKey } from './queries.ts';

type Properties = {
  profile: Profile;
};

/** Fills the form with the profile, and again with each newer version while nothing has been entered. */
function useProfileForm({ profile }: Properties) {
  const [form] = Form.useForm<ProfileValues>();
  const [begun, setBegun] = useState(profile);
  const values: ProfileValues | undefined = Form.useWatch([], form);
  const dirty = differs(values, valuesOf(begun));
  useUnsaved(dirty);
  const begin = (fresh: Profile) => {
    setBegun(fresh);
    // Field by field: `setFieldsValue` would merge nested values and keep the file id of a saved image.
    form.setFields(profileFields(fresh));
  };
  const follow = useEffectEvent((fresh: Profile) => {
    if (!dirty && fresh.version !== begun.version) begin(fresh);
  });
  useEffect(() => follow(profile), [profile]);
  return { form, begun, dirty, begin };
}

/** Saves the input over the version from which the form started. */
function useProfileSaving(form: FormInstance<ProfileValues>, onSaved: (saved: Profile) => void) {
  const { t } = useTranslation();
  const client = useClient();
  const queryClient = useQueryClient();
  const toasts = useToasts();
  const { problem, clear, handlers } = useFormProblem(form);
  const save = useMutation({
    ...handlers,
    mutationFn: ({ entered, version }: { entered: ProfileValues; version: number }) =>
      client.call(updateProfile, { body: profileFormFrom(entered, version) }),
    onSuccess: (saved) => {
      queryClient.setQueryData(profileKey, saved);
      void queryClient.invalidateQueries({ queryKey: queryKeys.user, exact: true });
      onSaved(saved);
      void toasts.success(t('profile.saved'));
    },
  });
  const reset = () => {
    clear();
    save.reset();
  };
  return { save, problem, reset, stale: isApiError(save.error, 'resource.stale') };
}

/** Edits the owner's profile. Unsaved input is kept when a newer version is loaded. */
export function BasicInfo(properties: Properties) {
  const client = useClient();
  const queryClient = useQueryClient();
  const { form, begun, dirty, begin } = useProfileForm(properties);
  const { save, problem, reset, stale } = useProfileSaving(form, begin);
  const takeTheirs = (theirs: Profile) => {
    reset();
    begin(theirs);
  };

  return (
    <Form<ProfileValues>
      form={form}
      layout="vertical"
      className="wide-form"
      initialValues={valuesOf(begun)}
      onFinish={(entered) => save.mutate({ entered, version: begun.version })}
      onValuesChange={() => {
        if (!stale) reset();
      }}
    >
      <ProfileFields />
      {stale ? (
        <Form.Item>
          <ChangedMeanwhile
            problem={save.error}
            read={() => queryClient.fetchQuery({ ...ownProfile(client), staleTime: 0 })}
            onTakeTheirs={takeTheirs}
            onKeepMine={({ version }) => save.mutate({ entered: form.getFieldsValue(), version })}
          />
        </Form.Item>
      ) : null}
      {problem && !stale ? (
        <Form.Item>
          <ErrorPanel problem={problem} />
        </Form.Item>
      ) : null}
      <SaveOrDiscard saving={save.isPending} stale={stale} dirty={dirty} onDiscard={() => begin(begun)} />
    </Form>
  );
}

type ButtonsProperties = { saving: boolean; stale: boolean; dirty: boolean; onDiscard: () => void };

function SaveOrDiscard({ saving, stale, dirty, onDiscard }: ButtonsProperties) {
  const { t } = useTranslation();
  return (
    <Space>
      <Button type="primary" htmlType="submit" loading={saving} disabled={stale}>
        {t('profile.save')}
      </Button>
      <ConfirmPopover
        title={t('profile.discardTitle')}
        okText={t('profile.discard')}
        disabled={!dirty}
        onConfirm={onDiscard}
      >
        <Button disabled={!dirty}>{t('profile.discard')}</Button>
      </ConfirmPopover>
    </Space>
  );
}

const introductionCount = {
  show: true,
  max: introductionLimit,
  strategy: codePoints,
} as const;

function ProfileFields() {
  const clear = useAllowClear();
  const { t, i18n } = useTranslation();
  const language = interfaceLanguageOf(i18n.language);
  const countries = useMemo(() => countryOptions(language), [language]);
  const text = (name: 'nickname' | 'area' | 'address', autoComplete: string, label: string) => (
    <Form.Item name={name} label={label} rules={[schemaRule(profileShape[name], t)]}>
      <Input autoComplete={autoComplete} />
    </Form.Item>
  );
  return (
    <>
      <Form.Item name="avatar" label={t('profile.avatar')}>
        <AvatarField />
      </Form.Item>
      {text('nickname', 'nickname', t('profile.nickname'))}
      <Form.Item name="country" label={t('profile.country')}>
        <Select
          allowClear={clear}
          showSearch={{ optionFilterProp: 'label' }}
          options={countries}
          placeholder={t('profile.chooseCountry')}
        />
      </Form.Item>
      {text('area', 'address-level1', t('profile.area'))}
      {text('address', 'street-address', t('profile.address'))}
      <Form.Item name="phone" label={t('profile.phone')} rules={[schemaRule(profileShape.phone, t, 'phone')]}>
        <Input type="tel" inputMode="tel" autoComplete="tel" />
      </Form.Item>
      <Form.Item
        name="tgContact"
        label={t('identity.contact')}
        extra={t('identity.contactHint')}
        rules={[schemaRule(profileShape.tgContact, t)]}
      >
        <Input autoComplete="off" />
      </Form.Item>
      <Form.Item
        className="with-count"
        name="introduction"
        label={t('profile.introduction')}
        rules={[schemaRule(profileShape.introduction, t)]}
      >
        <Input.TextArea autoSize={{ minRows: 3, maxRows: 8 }} count={introductionCount} />
      </Form.Item>
    </>
  );
}
