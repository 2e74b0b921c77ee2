/** An owner's certification as an enterprise: submitted, decided by the operator, withdrawn. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, nameText, page, pageQuery, sortBy, time } from '../values.ts';
import { certificationStatus } from './account.ts';

export const certificationForm = z.strictObject({
  kind: z.literal('enterprise'),
  enterpriseName: nameText(100),
  registrationNumber: nameText(50),
  contactName: nameText(50),
  /** This workspace's uploads for the purpose certification. */
  documentFileIds: z.array(id).min(1).max(5),
});
export type CertificationForm = z.output<typeof certificationForm>;

export const certification = z.object({
  status: certificationStatus,
  /** The operator's reason, if rejected. */
  reason: z.string().nullable(),
  /** The submitted form; null if there is none. */
  form: certificationForm.nullable(),
  submittedAt: time.nullable(),
  decidedAt: time.nullable(),
  version: z.int32(),
});
export type Certification = z.output<typeof certification>;

export const getCertification = endpoint({
  method: 'GET',
  path: '/api/user/certification',
  audience: ['console'],
  summary: 'The status of the workspace’s certification.',
  answer: certification,
});

export const submitCertification = endpoint({
  method: 'POST',
  path: '/api/user/certification',
  audience: ['console'],
  summary:
    'Submits a certification, unless one is under review or has passed. Documents that aren’t this workspace’s uploads are 404.',
  body: certificationForm,
  answer: certification,
  errors: ['certification.wrong-state', 'resource.not-found'],
  audit: 'certification.submitted',
});

export const withdrawCertification = endpoint({
  method: 'DELETE',
  path: '/api/user/certification',
  audience: ['console'],
  summary: 'Withdraws a certification that is under review or has passed, and deletes what was submitted.',
  answer: certification,
  errors: ['certification.wrong-state'],
  audit: 'certification.withdrawn',
});

const handedIn = z.object({ workspaceId: id, email: z.string(), ...certification.shape });

/** The columns that the list can be sorted by. */
export const certificationSort = sortBy(['enterpriseName', 'email', 'submittedAt']);
export type CertificationSort = z.output<typeof certificationSort>;

export const certificationPage = endpoint({
  method: 'GET',
  path: '/api/operator/certification/page',
  audience: ['operator'],
  summary: 'The submitted certifications, longest waiting first unless sorted.',
  query: z.strictObject({
    ...pageQuery,
    status: z.enum(['reviewing', 'passed', 'rejected']).optional(),
    sort: certificationSort.default('submittedAt.asc'),
  }),
  answer: page(handedIn),
});

export const decideCertification = endpoint({
  method: 'POST',
  path: '/api/operator/certification/decide',
  audience: ['operator'],
  summary: 'Passes or rejects a certification under review; a rejection states the reason.',
  body: z
    .strictObject({
      workspaceId: id,
      /** The version that was read; stale if the certification was withdrawn or submitted again since then. */
      version: z.int32().min(0),
      decision: z.enum(['pass', 'reject']),
      reason: nameText(200).optional(),
    })
    .refine((form) => form.decision === 'pass' || form.reason !== undefined, {
      path: ['reason'],
      params: { rule: 'empty' },
    }),
  answer: handedIn,
  errors: ['resource.not-found', 'resource.stale', 'certification.wrong-state'],
  audit: 'certification.decided',
});
