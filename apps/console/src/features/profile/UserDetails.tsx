import './profile.css';
import type { AnswerOf } from '@parley/contract';
import type { getLoginUserInfo } from '@parley/contract/identity';
import { ForeignText, useFormats } from '@parley/ui';
import { Descriptions, type DescriptionsProps, Tag } from 'antd';
import { useTranslation } from 'react-i18next';

// i18n-keys: userDetail.family.*

type User = AnswerOf<typeof getLoginUserInfo>;
type Items = NonNullable<DescriptionsProps['items']>;

/** The package families with a name; a single package is shown by its code. */
const families = ['MIAN_FEI_ROOT', 'BIAO_ZHUN_ROOT', 'ZHUAN_YE_ROOT', 'ZI_FU_ROOT'] as const;

/** Everything that the server returns about the logged-in user, in its own groups. */
export function UserDetails({ user }: { user: User }) {
  const { t } = useTranslation();
  const groups: { title: string; items: Items }[] = [
    { title: t('userDetail.who'), items: useIdentity(user) },
    { title: t('userDetail.package'), items: usePackage(user) },
    { title: t('userDetail.rights'), items: useRights(user) },
    { title: t('userDetail.promotion'), items: usePromotion(user) },
  ];
  return (
    <>
      {groups.map(({ title, items }) => (
        <section key={title} className="panel padded user-detail">
          <Descriptions title={<h2>{title}</h2>} column={{ xs: 1, md: 2 }} items={items} />
        </section>
      ))}
    </>
  );
}

function useNone() {
  const { t } = useTranslation();
  return <span className="quiet">{t('userDetail.none')}</span>;
}

function useIdentity(user: User): Items {
  const { t } = useTranslation();
  const none = useNone();
  return [
    {
      key: 'name',
      label: t('userDetail.userName'),
      children: <ForeignText>{user.userName}</ForeignText>,
    },
    { key: 'email', label: t('identity.email'), children: <ForeignText>{user.emailAddress}</ForeignText> },
    { key: 'type', label: t('userDetail.userType'), children: t('userDetail.owner') },
    {
      key: 'contact',
      label: t('identity.contact'),
      children: user.tgContact === null ? none : <ForeignText>{user.tgContact}</ForeignText>,
    },
    {
      key: 'id',
      label: t('userDetail.id'),
      span: 'filled',
      children: <span className="code">{user.id}</span>,
    },
  ];
}

function usePackage(user: User): Items {
  const { t } = useTranslation();
  const { number, dateTime } = useFormats();
  const none = useNone();
  const named = (code: string) => {
    const family = families.find((one) => one === code);
    return family === undefined ? <span className="code">{code}</span> : t(`userDetail.family.${family}`);
  };
  const limited = user.buyLimitSetMeal;
  return [
    { key: 'package', label: t('userDetail.present'), children: named(user.setMealDO.code) },
    { key: 'family', label: t('userDetail.packageFamily'), children: named(user.psetMealDO.code) },
    {
      key: 'end',
      label: t('userDetail.end'),
      children: user.vipEndTime === null ? t('userDetail.noEnd') : dateTime(user.vipEndTime),
    },
    {
      key: 'before',
      label: t('userDetail.before'),
      children: user.poldSetMealCode === null ? none : named(user.poldSetMealCode),
    },
    { key: 'characters', label: t('characters.left'), children: number(user.charNum) },
    { key: 'ports', label: t('userDetail.ports'), children: number(user.portNum) },
    {
      key: 'online',
      label: t('userDetail.online'),
      children: t(user.isPortOnline ? 'userDetail.yes' : 'userDetail.no'),
    },
    {
      key: 'limited',
      label: t('userDetail.bought'),
      children: limited.length === 0 ? none : limited.map((code) => <Tag key={code}>{code}</Tag>),
    },
  ];
}

function useRights(user: User): Items {
  const { t } = useTranslation();
  const none = useNone();
  const codes = user.privilegesCode.split(',').filter((code) => code !== '');
  const yes = (right: boolean) => t(right ? 'userDetail.yes' : 'userDetail.no');
  return [
    { key: 'desk', label: t('userDetail.entersDesk'), children: yes(user.isLoginSubAccount) },
    { key: 'create', label: t('userDetail.makesSubAccounts'), children: yes(user.isCreateSubAccount) },
    {
      key: 'privileges',
      label: t('userDetail.privileges'),
      span: 'filled',
      children:
        codes.length === 0
          ? none
          : codes.map((code) => (
              <Tag key={code} className="code">
                {code}
              </Tag>
            )),
    },
  ];
}

function usePromotion(user: User): Items {
  const { t } = useTranslation();
  return [
    {
      key: 'balance',
      label: t('userDetail.balance'),
      children: t('userDetail.usd', { amount: user.amount }),
    },
    {
      key: 'first',
      label: t('userDetail.firstReward'),
      children: t('userDetail.usd', { amount: user.firstRebateRate }),
    },
    {
      key: 'later',
      label: t('userDetail.laterReward'),
      children: t('userDetail.percent', { share: user.rebateRate }),
    },
  ];
}
