/** Certifications for the operator's review. */
import type { AnswerOf } from '@parley/contract';
import * as identityApi from '@parley/contract/identity';
import { FixtureRefusal, getItem, pageOf, type Route, route } from '../../../lib/testing/route.ts';
import { sampleId, sampleTime } from '../../../lib/testing/samples.ts';

type Submitted = AnswerOf<typeof identityApi.certificationPage>['list'][number];

export type ReviewWorld = { certifications: Submitted[] };

const hour = 3_600_000;

export function waitingCertification(now = Date.now()): Submitted {
  return {
    workspaceId: sampleId(13, 1),
    email: 'owner@example.com',
    status: 'reviewing',
    version: 3,
    reason: null,
    submittedAt: now - 5 * hour,
    decidedAt: null,
    form: {
      kind: 'enterprise',
      // A field of the contract's form.
      enterpriseName: 'Clara Trading Ltd.',
      registrationNumber: '91310000MA1FL0',
      contactName: 'Clara',
      documentFileIds: [sampleId(14, 1), sampleId(14, 2)],
    },
  };
}

export function reviewRoutes(world: ReviewWorld): Route[] {
  return [
    route(identityApi.certificationPage, ({ query }) =>
      pageOf(
        world.certifications.filter(({ status }) => query.status === undefined || query.status === status),
        query,
      ),
    ),
    route(identityApi.decideCertification, ({ body }) => {
      const one = getItem(world.certifications, ({ workspaceId }) => workspaceId === body.workspaceId);
      if (one.version !== body.version) throw new FixtureRefusal('resource.stale');
      return Object.assign(one, {
        status: body.decision === 'pass' ? 'passed' : 'rejected',
        reason: body.reason ?? null,
        decidedAt: sampleTime,
        version: one.version + 1,
      });
    }),
  ];
}
