/** The credentials of each operation, for the OpenAPI document. */
import type { Endpoint } from '@parley/contract';
import { sharePassHeader, shareTokenHeader } from '@parley/contract/work-order-shares';

export const securitySchemes = {
  bearer: { type: 'http', scheme: 'bearer' },
  shareToken: {
    type: 'apiKey',
    in: 'header',
    name: shareTokenHeader,
    description: 'The token of a share link: the parameter `share` of its address.',
  },
  sharePass: {
    type: 'apiKey',
    in: 'header',
    name: sharePassHeader,
    description: 'The pass of a share link that has a password, as returned by opening the link. It expires.',
  },
} as const;

type Requirement = Partial<Record<keyof typeof securitySchemes, string[]>>;

/** Returns the alternatives by which an endpoint admits its callers; none if anyone may call it. */
export function securityOf({
  audience,
  linkHolder,
}: Pick<Endpoint, 'audience' | 'linkHolder'>): Requirement[] {
  if (linkHolder !== undefined) {
    const withPass = linkHolder === 'token-and-pass' ? [{ shareToken: [], sharePass: [] }] : [];
    // Without headers, the query has the token.
    return [...withPass, { shareToken: [] }, {}];
  }
  return audience.includes('public') ? [] : [{ bearer: [] }];
}
