import type { PlatformId } from '@parley/contract/catalogues';
import {
  readAccountLinks,
  type SourceAccountSettings,
  type SplitLink,
  type SplitLinkForm,
  targetCap,
  targetWeight,
} from '@parley/contract/split-links';
import dayjs, { type Dayjs } from 'dayjs';
import type { TypedNumber } from '../../ui/WholeNumberInput.tsx';

/** Weight and daily cap as typed: the form refuses invalid ones before they are sent. */
type TypedShare = { weight: TypedNumber; dailyCap: TypedNumber };
type WithTypedShare<Settings> = Omit<Settings, keyof TypedShare> & TypedShare;

/** The settings of one account link. */
export type TargetOptions = WithTypedShare<Omit<SplitLinkForm['targets'][number], 'url'>>;

/** The settings of one social account of a source. */
export type AccountOptions = WithTypedShare<Omit<SourceAccountSettings, 'socialAccountId'>>;
export type DraftSource = WithTypedShare<SplitLinkForm['sources'][number]>;

const isCap = (dailyCap: TypedNumber) => targetCap.nullable().safeParse(dailyCap).success;

/** Returns whether a target's or a source's weight and daily cap are valid. */
export const isShare = ({ weight, dailyCap }: TypedShare): boolean =>
  targetWeight.safeParse(weight).success && isCap(dailyCap);

/** Returns whether an account's are valid; empty ones are those of its source. */
export const isAccountShare = ({ weight, dailyCap }: TypedShare): boolean =>
  targetWeight.nullable().safeParse(weight).success && isCap(dailyCap);

/** The values of the form's controls. */
export type SplitLinkDraft = Omit<
  SplitLinkForm,
  'platform' | 'targets' | 'sources' | 'accounts' | 'defaultUrl' | 'previewImageUrl' | 'expiresAt'
> & {
  /** Undefined until one is selected. */
  platform: PlatformId | undefined;
  /** The typed account links, separated by whitespace. */
  links: string;
  options: Record<string, TargetOptions>;
  sources: DraftSource[];
  /** Settings by social account id. */
  accounts: Record<string, AccountOptions>;
  defaultUrl: string;
  previewImageUrl: string;
  expiresAt: Dayjs | null;
};

export const plainTarget: TargetOptions = { socialAccountId: null, weight: 1, dailyCap: null, enabled: true };

export const plainAccount: AccountOptions = { weight: null, dailyCap: null, enabled: true };

export const blank: SplitLinkDraft = {
  name: '',
  platform: undefined,
  eligibility: 'full',
  mode: 'sequential',
  bindsAddress: false,
  tracksFans: true,
  domainId: null,
  device: 'any',
  regions: [],
  defaultUrl: '',
  pageText: '',
  previewTitle: '',
  previewText: '',
  previewImageUrl: '',
  remark: '',
  expiresAt: null,
  links: '',
  options: {},
  sources: [],
  accounts: {},
};

export function valuesOf(link: SplitLink | undefined): SplitLinkDraft {
  if (link === undefined) return blank;
  const { name, platform, eligibility, mode, bindsAddress, tracksFans, domainId, device, regions } = link;
  const { pageText, remark, targets } = link;
  return {
    name,
    platform,
    eligibility,
    mode,
    bindsAddress,
    tracksFans,
    domainId,
    device,
    regions,
    pageText,
    previewTitle: link.previewTitle,
    previewText: link.previewText,
    previewImageUrl: link.previewImageUrl ?? '',
    remark,
    defaultUrl: link.defaultUrl ?? '',
    expiresAt: link.expiresAt === null ? null : dayjs(link.expiresAt),
    sources: link.sources.map(({ kind, id, weight, dailyCap }) => ({ kind, id, weight, dailyCap })),
    accounts: Object.fromEntries(
      link.accounts.map(({ socialAccountId, ...settings }) => [socialAccountId, settings]),
    ),
    links: targets.map(({ url }) => url).join('\n'),
    options: Object.fromEntries(
      targets.map(({ url, socialAccountId, weight, dailyCap, enabled }) => [
        url,
        { socialAccountId, weight, dailyCap, enabled },
      ]),
    ),
  };
}

/** Returns the initial values of a new link: blank, or those of another without its name. */
export const begunWith = (copied: SplitLink | undefined): SplitLinkDraft =>
  copied === undefined ? blank : { ...valuesOf(copied), name: '' };

/** Returns the request, with each link once; invalid links are left for the contract's schema to reject. */
export function formFrom({ links, options, name, ...draft }: SplitLinkDraft): SplitLinkForm {
  const settings = settingsFrom(draft);
  const targets = readAccountLinks(settings.platform, links).map(({ text }) => ({
    url: text,
    ...plainTarget,
    ...options[text],
  }));
  // The form's rule has refused targets with an invalid weight or daily cap.
  return { ...settings, name, targets: targets as SplitLinkForm['targets'] };
}

/** Returns the settings that all links of one request share. */
export function settingsFrom({
  accounts,
  ...draft
}: Omit<SplitLinkDraft, 'name' | 'links' | 'options'>): Omit<SplitLinkForm, 'name' | 'targets'> {
  return {
    ...draft,
    // A cleared selection is undefined.
    domainId: draft.domainId ?? null,
    // The platform field is required and validated before submission.
    platform: draft.platform as PlatformId,
    defaultUrl: draft.defaultUrl.trim() === '' ? null : draft.defaultUrl,
    ...previewOf(draft),
    expiresAt: draft.expiresAt?.valueOf() ?? null,
    // The form's rule has refused sources with an invalid weight or daily cap.
    sources: draft.sources as SplitLinkForm['sources'],
    // Theirs as well.
    accounts: (draft.sources.length === 0 ? [] : changedAccounts(accounts)) as SplitLinkForm['accounts'],
  };
}

const changedAccounts = (accounts: Record<string, AccountOptions>) =>
  Object.entries(accounts).flatMap(([socialAccountId, settings]) =>
    isPlain(settings) ? [] : [{ socialAccountId, ...settings }],
  );

const isPlain = ({ weight, dailyCap, enabled }: AccountOptions) =>
  weight === null && dailyCap === null && enabled;

/** Without a title there is no preview, even if its other fields have values. */
function previewOf({
  previewTitle,
  previewText,
  previewImageUrl,
}: Pick<SplitLinkDraft, 'previewTitle' | 'previewText' | 'previewImageUrl'>) {
  if (previewTitle.trim() === '') return { previewTitle: '', previewText: '', previewImageUrl: null };
  return {
    previewTitle,
    previewText,
    previewImageUrl: previewImageUrl.trim() === '' ? null : previewImageUrl,
  };
}
