import './profile.css';
import { isApiError } from '@parley/api-client';
import { type Profile, updateProfile } from '@parley/contract/identity';
import { codePoints } from '@parley/contract/values';
import { ErrorPanel, interfaceLanguageOf, useClear, useToasts } from '@parley/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button, Form, Input, Popconfirm, Select, Space } from 'antd';
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
  /** The path of the page around it. */
  page: string;
};

/** Everything of the profile that its owner writes. What was entered stays, whatever is loaded meanwhile. */
export function BasicInfo({ profile, page }: Properties) {
  const { t } = useTranslation();
  const client = useClient();
  const queryClient = useQueryClient();
  const toasts = useToasts();
  const [form] = Form.useForm<ProfileValues>();
  const [begun, setBegun] = useState(profile);
  const values: ProfileValues | undefined = Form.useWatch([], form);
  const dirty = differs(values, valuesOf(begun));
  useUnsaved(dirty, page);

  const begin = (fresh: Profile) => {
    setBegun(fresh);
    // One by one: `setFieldsValue` would merge what is inside a value, and leave a saved picture's file in it.
    form.setFields(profileFields(fresh));
  };
  const follow = useEffectEvent((fresh: Profile) => {
    if (!dirty && fresh.version !== begun.version) begin(fresh);
  });
  useEffect(() => follow(profile), [profile]);
  const { problem, clear, handlers } = useFormProblem(form);
  const save = useMutation({
    ...handlers,
    mutationFn: ({ entered, version }: { entered: ProfileValues; version: number }) =>
      client.call(updateProfile, { body: profileFormFrom(entered, version) }),
    onSuccess: (saved) => {
      queryClient.setQueryData(profileKey, saved);
      void queryClient.invalidateQueries({ queryKey: queryKeys.user, exact: true });
      begin(saved);
      void toasts.success(t('profile.saved'));
    },
  });
  const takeTheirs = (theirs: Profile) => {
    clear();
    save.reset();
    begin(theirs);
  };
  const stale = isApiError(save.error, 'resource.stale');

  return (
    <Form<ProfileValues>
      form={form}
      layout="vertical"
      className="wide-form"
      initialValues={valuesOf(begun)}
      onFinish={(entered) => save.mutate({ entered, version: begun.version })}
      onValuesChange={() => {
        if (stale) return;
        clear();
        save.reset();
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
      <Space>
        <Button type="primary" htmlType="submit" loading={save.isPending} disabled={stale}>
          {t('profile.save')}
        </Button>
        <Popconfirm
          title={t('profile.discardTitle')}
          okText={t('profile.discard')}
          disabled={!dirty}
          onConfirm={() => begin(begun)}
        >
          <Button disabled={!dirty}>{t('profile.discard')}</Button>
        </Popconfirm>
      </Space>
    </Form>
  );
}

const introductionCount = {
  show: true,
  max: introductionLimit,
  strategy: codePoints,
} as const;

function ProfileFields() {
  const clear = useClear();
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
