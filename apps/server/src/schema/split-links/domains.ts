import type { SplitDomainProblem, splitDomainState } from '@parley/contract/split-domains';
import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import { id, moment, workspaceId } from '../../base/db/columns.ts';

/** Link domains. A domain can be verified for one workspace only. */
export const splitDomains = pgTable(
  'split_domains',
  {
    workspaceId: workspaceId(),
    id: id(),
    domain: text('domain').notNull(),
    proof: text('proof').notNull(),
    state: text('state').$type<z.output<typeof splitDomainState>>().notNull(),
    createdAt: moment('created_at').notNull(),
    verifiedAt: moment('verified_at'),
    checkedAt: moment('checked_at'),
    problem: text('problem').$type<SplitDomainProblem>(),
    /** Since when the DNS proof of a verified domain has been missing. */
    missingSince: moment('missing_since'),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.id] })],
);

/** The lock on the decision about what a domain serves: a workspace's split links, or a tenant's brand. */
export const domainLock = (domain: string) => `split-domain ${domain}`;
