/** The owner's endpoints for reports on split links. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { validDays } from '../share-links.ts';
import { id } from '../values.ts';
import { splitReportShare, storedAddresses } from './shapes.ts';

const ofLink = z.strictObject({ splitLinkId: id });
const share = z.object({ share: splitReportShare.nullable() });

export const getSplitReportShare = endpoint({
  method: 'GET',
  path: '/api/user/splitLink/report/share',
  audience: ['console'],
  summary: 'The link by which anyone can read the report of a split link; null if there is none.',
  query: ofLink,
  answer: share,
  errors: ['split-link.not-found'],
});

export const createSplitReportShare = endpoint({
  method: 'POST',
  path: '/api/user/splitLink/report/create',
  audience: ['console'],
  summary: 'Creates a link to the report of a split link, and cancels the previous one.',
  body: z.strictObject({
    splitLinkId: id,
    /** Days from now on; null: no limit. */
    validDays: validDays.nullable(),
  }),
  answer: share,
  errors: ['split-link.not-found'],
  audit: 'split-report.shared',
});

export const setSplitReportShareEnabled = endpoint({
  method: 'PUT',
  path: '/api/user/splitLink/report/enabled',
  audience: ['console'],
  summary: 'Disables the link to a report temporarily, or enables it again.',
  body: z.strictObject({ splitLinkId: id, enabled: z.boolean() }),
  answer: share,
  errors: ['split-link.not-found', 'split-report.not-found'],
  audit: ['split-report.enabled', 'split-report.disabled'],
});

export const cancelSplitReportShare = endpoint({
  method: 'POST',
  path: '/api/user/splitLink/report/cancel',
  audience: ['console'],
  summary: 'Cancels the link to a report permanently.',
  body: ofLink,
  answer: share,
  errors: ['split-link.not-found', 'split-report.not-found'],
  audit: 'split-report.cancelled',
});

export const openSplitReport = endpoint({
  method: 'POST',
  path: '/api/user/splitLink/report/open',
  audience: ['console'],
  summary:
    'The path at which the owner can read the report without sharing it. It expires with the login session, after twelve hours at the latest.',
  body: ofLink,
  answer: z.object({ path: z.string() }),
  errors: ['split-link.not-found'],
  allowedInDemo: true,
  audit: { none: 'The owner looks at figures.' },
});

export const getSplitLinkSettings = endpoint({
  method: 'GET',
  path: '/api/user/splitLink/settings',
  audience: ['console'],
  summary: 'How visitors’ addresses are stored, and whether Parley can locate them.',
  answer: z.object({
    addresses: storedAddresses,
    /** The most precise location that the installation can determine for an address. */
    knows: z.enum(['nothing', 'countries', 'cities']),
  }),
});

export const updateSplitLinkSettings = endpoint({
  method: 'PUT',
  path: '/api/user/splitLink/settings',
  audience: ['console'],
  summary: 'Sets how addresses are stored, for future visits. Takes effect within a second.',
  body: z.strictObject({ addresses: storedAddresses }),
  answer: z.null(),
  audit: 'workspace-settings.changed',
});
