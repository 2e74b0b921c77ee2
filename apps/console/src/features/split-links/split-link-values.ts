import type { PlatformId } from '@parley/contract/catalogues';
import { readAccountLinks, type SplitLink, type SplitLinkForm } from '@parley/contract/split-links';
import dayjs, { type Dayjs } from 'dayjs';

/** The settings of one account link. */
export type TargetOptions = Omit<SplitLinkForm['targets'][number], 'url'>;

/** The values of the form's controls. */
export type SplitLinkDraft = Omit<
  SplitLinkForm,
  'platform' | 'targets' | 'defaultUrl' | 'previewImageUrl' | 'expiresAt'
> & {
  /** Undefined until one is chosen. */
  platform: PlatformId | undefined;
  /** The account links as they are typed: one a line, or between spaces. */
  links: string;
  options: Record<string, TargetOptions>;
  defaultUrl: string;
  previewImageUrl: string;
  expiresAt: Dayjs | null;
};

export const plainTarget: TargetOptions = { socialAccountId: null, weight: 1, dailyCap: null, enabled: true };

const blank: SplitLinkDraft = {
  name: '',
  platform: undefined,
  eligibility: 'full',
  mode: 'sequential',
  bindsAddress: false,
  tracksFans: true,
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
};

export function valuesOf(link: SplitLink | undefined): SplitLinkDraft {
  if (link === undefined) return blank;
  const { name, platform, eligibility, mode, bindsAddress, tracksFans, device, regions } = link;
  const { pageText, remark, targets } = link;
  return {
    name,
    platform,
    eligibility,
    mode,
    bindsAddress,
    tracksFans,
    device,
    regions,
    pageText,
    previewTitle: link.previewTitle,
    previewText: link.previewText,
    previewImageUrl: link.previewImageUrl ?? '',
    remark,
    defaultUrl: link.defaultUrl ?? '',
    expiresAt: link.expiresAt === null ? null : dayjs(link.expiresAt),
    links: targets.map(({ url }) => url).join('\n'),
    options: Object.fromEntries(
      targets.map(({ url, socialAccountId, weight, dailyCap, enabled }) => [
        url,
        { socialAccountId, weight, dailyCap, enabled },
      ]),
    ),
  };
}

/** Begins a new one like another, under a name to be chosen. */
export const begunWith = (copied: SplitLink | undefined): SplitLinkDraft =>
  copied === undefined ? blank : { ...valuesOf(copied), name: '' };

/** Returns the request, with each typed link once: invalid ones are left to the contract, which refuses them. */
export function formFrom({ links, options, ...draft }: SplitLinkDraft): SplitLinkForm {
  // The field of the platform is required, and checked before anything is sent.
  const platform = draft.platform as PlatformId;
  return {
    ...draft,
    platform,
    defaultUrl: draft.defaultUrl.trim() === '' ? null : draft.defaultUrl,
    ...previewOf(draft),
    expiresAt: draft.expiresAt?.valueOf() ?? null,
    targets: readAccountLinks(platform, links).map(({ text }) => ({
      url: text,
      ...plainTarget,
      ...options[text],
    })),
  };
}

/** Without a title there is no preview, whatever its other fields still hold. */
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
