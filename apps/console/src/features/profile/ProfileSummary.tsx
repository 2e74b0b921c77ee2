import './profile.css';
import { UserOutlined } from '@ant-design/icons';
import type { Profile } from '@parley/contract/identity';
import { CopyButton, ForeignText, interfaceLanguageOf, useFormats } from '@parley/ui';
import { Avatar, Descriptions } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { countryName } from '../../lib/countries.ts';

type Properties = {
  profile: Profile;
  /** The certification's status with a link to it. */
  certification: ReactNode;
  /** Buttons for changing the data. */
  actions: ReactNode;
};

/** The owner's stored profile; empty fields are marked as such. */
export function ProfileSummary({ profile, certification, actions }: Properties) {
  const { t, i18n } = useTranslation();
  const { dateTime } = useFormats();
  const language = interfaceLanguageOf(i18n.language);
  const given = (text: string) =>
    text === '' ? <span className="quiet">{t('profile.notGiven')}</span> : <ForeignText>{text}</ForeignText>;
  const items = [
    {
      key: 'accountId',
      label: t('profile.accountId'),
      children: (
        <span className="numeric">
          {profile.accountId} <CopyButton text={profile.accountId} label={t('profile.copyAccountId')} />
        </span>
      ),
    },
    { key: 'email', label: t('identity.email'), children: <ForeignText>{profile.email}</ForeignText> },
    { key: 'registered', label: t('profile.registered'), children: dateTime(profile.registeredAt) },
    {
      key: 'certification',
      label: t('profile.certification'),
      children: <div className="spaced">{certification}</div>,
    },
    {
      key: 'country',
      label: t('profile.country'),
      children: given(profile.country === '' ? '' : countryName(profile.country, language)),
    },
    { key: 'area', label: t('profile.area'), children: given(profile.area) },
    { key: 'address', label: t('profile.address'), children: given(profile.address) },
    { key: 'phone', label: t('profile.phone'), children: given(profile.phone) },
    { key: 'contact', label: t('identity.contact'), children: given(profile.tgContact) },
    {
      key: 'introduction',
      label: t('profile.introduction'),
      span: 'filled' as const,
      children: <div className="lines">{given(profile.introduction)}</div>,
    },
  ];
  return (
    <section className="panel padded">
      <div className="profile-head">
        <Avatar
          size={72}
          src={profile.avatar ?? undefined}
          icon={<UserOutlined />}
          alt={t('profile.avatar')}
        />
        <div className="profile-name">
          <h2>
            <ForeignText>{profile.nickname === '' ? profile.email : profile.nickname}</ForeignText>
          </h2>
        </div>
        <span className="grow" />
        {actions}
      </div>
      <Descriptions column={{ xs: 1, md: 2 }} items={items} />
    </section>
  );
}
