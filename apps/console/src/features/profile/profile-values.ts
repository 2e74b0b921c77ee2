import { type Profile, type ProfileForm, profileForm } from '@parley/contract/identity';

/** The image in the form; `fileId` undefined: unchanged, null: removed. */
export type AvatarValue = { fileId?: string | null; url: string | null };

/** The values of the form's controls. */
export type ProfileValues = {
  avatar: AvatarValue;
  nickname: string;
  /** Undefined: none selected. */
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

/** Returns the fields of a profile for setting each control again; nothing of its previous value is kept. */
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

/** Returns the request; `version` is that of the profile from which the form started. */
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
