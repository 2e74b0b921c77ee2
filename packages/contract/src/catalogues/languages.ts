/**
 * The catalogue of languages, as BCP 47 tags. Names come from the platform's locale data (`Intl.DisplayNames`), in both
 * interface languages; each engine declares which of them it translates.
 */
import { z } from 'zod';
import type { InterfaceLanguage } from '../envelope.ts';

const tags = `
zh-CN zh-TW en es pt pt-BR fr de it ru ja ko ar hi id vi th tr
aa ab ace ach ady ae af ak alt am an anp ar-EG as ast av awa ay az ba bal ban bar bas be bem bg bho bi bik bm bn bo br
brx bs bua bug ca ce ceb cgg ch chk chm cho chr chy ckb co cr crh csb cs cv cy da dak dar din doi dv dyo dz ebu ee efi
el eo et eu ewo fa ff fi fil fj fo fon frr fur fy ga gaa gag gd gez gil gl gn gom gor grc gsw gu gv ha hak haw he hil
hmn hr hsb ht hu hup hy hz iba ibb ie ig ii ilo inh io is iu jbo jgo jv ka kaa kab kac kam kbd kea kg kha ki kj kk kl
km kmb kn kok kpe kr krc kri krl kru ks ku kum kv kw ky la lad lb lez lg li lij lmo ln lo loz lt ltg lu lua luo lus luy
lv mad mag mai mak man mas mdf men mer mfe mg mh mi mic min mk ml mn mni moh mos mr ms mt mwl my myv mzn na nan nap nb
nd nds ne new ng nia niu nl nn nog nqo nr nso nv ny nyn oc oj om or os pa pag pam pap pau pcm pl ps qu quc rap rar rm
rn ro rom rup rw sa sah sat sc scn sco sd se sg shi shn si sk sl sm sn so sq sr sr-Latn srn ss st su sv sw syr szl ta
te tem tet tg ti tig tiv tk tl tn to tok tpi ts tt tum tvl tw ty tyv tzm udm ug uk umb ur uz vai ve vec vo vot wa wae
wal war wo wuu xal xh yao yi yo yue za zap zgh zu zza
`;

export const languageTags: readonly string[] = tags.split(/\s+/).filter((tag) => tag !== '');
const known = new Set(languageTags);

export function isKnownLanguage(tag: string): boolean {
  return known.has(tag);
}

/** A language of the catalogue. */
export const languageTag = z
  .string()
  .refine((tag) => known.has(tag), { params: { rule: 'unknown-language' } });

/** A source language: one of the catalogue, or `auto` to detect it. */
export const sourceLanguage = z
  .string()
  .refine((tag) => tag === 'auto' || known.has(tag), { params: { rule: 'unknown-language' } });

/** Returns the language's name in the interface language, or the bare tag if the locale data has none. */
export function languageName(tag: string, inLanguage: InterfaceLanguage): string {
  return new Intl.DisplayNames([inLanguage], { type: 'language', fallback: 'code' }).of(tag) ?? tag;
}

/** Returns the primary language subtag: `zh` for `zh-CN` and `zh-TW`. Used to compare the languages of two texts. */
export function baseLanguage(tag: string): string {
  return tag.split('-')[0] ?? tag;
}

/** Returns whether translating from one to the other would make no difference to a reader. */
export function sameLanguage(a: string, b: string): boolean {
  if (a === b) return true;
  // Simplified and traditional Chinese have different readers, so they are distinguished.
  if (baseLanguage(a) === 'zh') return false;
  return baseLanguage(a) === baseLanguage(b);
}
