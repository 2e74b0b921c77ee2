/** Mails as read by the operator. */
import type { AnswerOf } from '@parley/contract';
import { mailPage } from '@parley/contract/operator';
import { has, pageOf, type Route, route } from '../../../lib/testing/route.ts';
import { sampleId } from '../../../lib/testing/samples.ts';

type OutgoingMail = AnswerOf<typeof mailPage>['list'][number];

export type MailWorld = { mails: OutgoingMail[] };

const hour = 3_600_000;

/** Two mails: one kept in the outbox, and one refused by the mail server. */
export function twoMails(now = Date.now()): OutgoingMail[] {
  return [
    {
      id: sampleId(12, 1),
      to: 'owner@example.com',
      subject: 'Your verification code',
      text: 'Your code: 123456\n\nIt holds for 10 minutes.',
      state: 'kept' as const,
      problem: null,
      createdAt: now - hour,
    },
    {
      id: sampleId(12, 2),
      to: 'nobody@nowhere.example',
      subject: 'Your verification code',
      text: 'Your code: 654321',
      state: 'failed' as const,
      problem: 'mail-refused: 550 no such mailbox',
      createdAt: now - 2 * hour,
    },
  ];
}

export function mailRoutes(world: MailWorld): Route[] {
  return [
    route(mailPage, ({ query }) =>
      pageOf(
        world.mails.filter(({ to }) => has(to, query.search)),
        query,
      ),
    ),
  ];
}
