import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { found } from '../../app/testing/page-harness.tsx';
import { enUS } from '../../app/testing/texts.ts';
import nounTexts from '../../features/certification/locales/en-US.json' with { type: 'json' };
import { reviewRoutes, waitingCertification } from '../../features/certification/testing/reviews.ts';
import { Certifications } from './Certifications.tsx';
import { renderOperatorPage } from './testing/render-operator-page.tsx';

const texts = nounTexts.certification;

const open = (
  world = { certifications: [waitingCertification()] },
  at = '/operator/certifications?status=reviewing',
) => ({
  ...renderOperatorPage(<Certifications />, { at, answers: reviewRoutes(world) }),
  world,
});

it('rejects a certification only with a reason', async () => {
  const { user, world } = open();
  await user.click(await screen.findByRole('button', { name: 'Open Clara Trading Ltd.' }, found));
  expect(await screen.findByRole('button', { name: 'Document 2' }, found)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: texts.review.reject }));
  expect(await screen.findByText(enUS.validation.required, {}, found)).toBeTruthy();
  expect(world.certifications[0]?.status).toBe('reviewing');
  await user.type(screen.getByLabelText(texts.review.reason), 'The stamp is missing');
  await user.click(screen.getByRole('button', { name: texts.review.reject }));
  await waitFor(() => expect(world.certifications[0]?.status).toBe('rejected'), found);
  expect(world.certifications[0]?.reason).toBe('The stamp is missing');
});

it('requests the order of the selected column, within the chosen status', async () => {
  const { user, server } = open();
  // The business that asks to be certified, in the specification's word.
  const heading = texts.review.company;
  await user.click(await screen.findByRole('columnheader', { name: heading }, found));
  await waitFor(() => expect(server.asked.at(-1)).toContain('sort=enterpriseName.asc'), found);
  expect(server.asked.at(-1)).toContain('status=reviewing');
});
