/** Domains of owners under which split links are reached. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { hostName, id, time } from '../values.ts';

/** The most link domains of a workspace. */
export const mostSplitDomains = 20;

/** A name under a top-level domain, as browsers write it. */
export const splitDomainName = hostName.refine((name) => name.includes('.'), { params: { rule: 'domain' } });

/** `lost`: its proof has been missing for a week, and links are reached at the installation's address again. */
export const splitDomainState = z.enum(['pending', 'verified', 'lost']);

/**
 * The reason why the last look found no proof. `no-record`: neither the record nor the file is there; `other-value`: one of them is
 * there with another value; `unreachable`: neither could be asked for.
 */
export const splitDomainProblem = z.enum(['no-record', 'other-value', 'unreachable']);
export type SplitDomainProblem = z.output<typeof splitDomainProblem>;

export const splitDomain = z.object({
  id,
  domain: z.string(),
  state: splitDomainState,
  /** The value of a TXT record of this name, or of a file at this address, proves that the domain is the owner's. */
  recordName: z.string(),
  fileUrl: z.string(),
  proof: z.string(),
  /** Null: it was never proved. */
  verifiedAt: time.nullable(),
  /** Of the last look; null: there was none. */
  checkedAt: time.nullable(),
  problem: splitDomainProblem.nullable(),
  /** Split links that are handed out with it. */
  links: z.int(),
});
export type SplitDomain = z.output<typeof splitDomain>;

export const splitDomainList = endpoint({
  method: 'GET',
  path: '/api/user/splitLink/domain/list',
  audience: ['console'],
  summary: 'The workspace’s link domains, sorted by name, and the host to which they must point.',
  answer: z.object({
    list: z.array(splitDomain),
    /** Of this installation. */
    host: z.string(),
  }),
});

export const addSplitDomain = endpoint({
  method: 'POST',
  path: '/api/user/splitLink/domain/add',
  audience: ['console'],
  summary: 'Adds a link domain. It serves split links once the owner’s control of it is proved.',
  body: z.strictObject({ domain: splitDomainName }),
  answer: splitDomain,
  errors: ['split-domain.exists', 'split-domain.too-many', 'split-domain.reserved'],
  audit: 'split-domain.added',
});

const ofDomain = z.strictObject({ splitDomainId: id });

export const verifySplitDomain = endpoint({
  method: 'POST',
  path: '/api/user/splitLink/domain/verify',
  audience: ['console'],
  summary: 'Checks for the proof of a link domain, in DNS and in a file. `problem` states what is missing.',
  body: ofDomain,
  answer: splitDomain,
  errors: ['split-domain.not-found', 'split-domain.claimed'],
  rateLimit: { max: 30, windowSeconds: 600, per: 'session' },
  audit: ['split-domain.verified', 'split-domain.refused'],
});

export const removeSplitDomain = endpoint({
  method: 'POST',
  path: '/api/user/splitLink/domain/remove',
  audience: ['console'],
  summary: 'Removes a link domain. Its split links are then reached at the installation’s address.',
  body: ofDomain,
  answer: z.null(),
  errors: ['split-domain.not-found'],
  audit: 'split-domain.removed',
});
