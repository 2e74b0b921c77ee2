import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { found } from '../../app/testing/page-harness.tsx';
import operatorTexts from '../../entities/operator/locales/en-US.json' with { type: 'json' };
import nounTexts from '../../features/characters/locales/en-US.json' with { type: 'json' };
import { grantRoutes } from '../../features/characters/testing/grants.ts';
import { Characters } from './Characters.tsx';
import { renderOperatorPage } from './testing/render-operator-page.tsx';

const shared = operatorTexts.operator;
const texts = nounTexts.characters;

const open = (
  world = { ownerRemaining: 1_284_500, grants: new Map<string, number>() },
  at = '/operator/characters',
) => ({
  ...renderOperatorPage(<Characters />, { at, answers: grantRoutes(world) }),
  world,
});

it('grants characters, and reports the outcome', async () => {
  const { user, world } = open();
  await user.type(await screen.findByLabelText(shared.owner, {}, found), 'owner@example.com');
  await user.type(screen.getByLabelText(texts.grant.amount), '500');
  await user.click(screen.getByRole('button', { name: texts.grant.grant }));
  expect(await screen.findByText('Granted. The owner now has 1,285,000 characters', {}, found)).toBeTruthy();
  expect([...world.grants.values()]).toEqual([500]);
});
