/** Link domains: domains of owners under which split links are reached. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { hostName, id, time } from '../values.ts';

/** Maximum number of link domains per workspace. */
export const maxSplitDomains = 20;

/** A name under a top-level domain, as browsers write it. */
export const splitDomainName = hostName.refine((name) => name.includes('.'), { params: { rule: 'domain' } });

/** `lost`: the proof has been missing for a week, and links are reached at the installation's address again. */
export const splitDomainState = z.enum(['pending', 'verified', 'lost']);

/**
 * The reason why the last check found no proof. `no-record`: neither the record nor the file exists. `other-value`: one of them
 * has another value. `unreachable`: neither could be queried.
 */
export const splitDomainProblem = z.enum(['no-record', 'other-value', 'unreachable']);
export type SplitDomainProblem = z.output<typeof splitDomainProblem>;

export const splitDomain = z.object({
  id,
  domain: z.string(),
  state: splitDomainState,
  /** A TXT record of this name, or a file at this address, proves by the value `proof` that the owner controls the domain. */
  recordName: z.string(),
  fileUrl: z.string(),
  proof: z.string(),
  /** Null: never proved. */
  verifiedAt: time.nullable(),
  /** The time of the last check; null: none. */
  checkedAt: time.nullable(),
  problem: splitDomainProblem.nullable(),
  /** The number of split links with this domain. */
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
    /** This installation's host. */
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
  errors: ['split-domain.not-found', 'split-domain.claimed', 'split-domain.reserved'],
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
