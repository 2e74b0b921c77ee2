import { type Profile, type ProfileForm, profileForm } from '@parley/contract/identity';

/** The picture as the form holds it; `fileId` undefined: it stays as it is, null: it is taken away. */
export type AvatarValue = { fileId?: string | null; url: string | null };

/** The values of the form's controls. */
export type ProfileValues = {
  avatar: AvatarValue;
  nickname: string;
  /** Undefined: none chosen. */
  country: string | undefined;
  area: string;
  address: string;
  introduction: string;
  phone: string;
  tgContact: string;
};

export function valuesOf(profile: Profile): ProfileValues {
  const { nickname, country, area, address, introduction, phone, tgContact } = profile;
  return {
    nickname,
    area,
    address,
    introduction,
    phone,
    tgContact,
    avatar: { url: profile.avatar },
    country: country === '' ? undefined : country,
  };
}

/** The same for setting each control again: nothing of what was in it stays. */
export function profileFields(profile: Profile) {
  const { avatar, ...texts } = valuesOf(profile);
  const fresh = { errors: [], touched: false };
  return [
    { name: 'avatar' as const, value: avatar, ...fresh },
    ...textNames.map((name) => ({ name, value: texts[name], ...fresh })),
  ];
}
const textNames = [
  ...(['nickname', 'country', 'area', 'address', 'introduction', 'phone', 'tgContact'] as const),
];

/** From the controls to the request; `version` is that of the profile which they began with. */
export function profileFormFrom(values: ProfileValues, version: number): ProfileForm {
  const { avatar, country = '', ...texts } = values;
  return {
    ...texts,
    country,
    version,
    ...(avatar.fileId === undefined ? {} : { avatarFileId: avatar.fileId }),
  };
}

export const introductionLimit = 200;
export const { shape: profileShape } = profileForm;
