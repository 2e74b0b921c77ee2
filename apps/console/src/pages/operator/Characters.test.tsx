import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { found } from '../../app/testing/page-harness.tsx';
import { enUS } from '../../app/testing/texts.ts';
import operatorTexts from '../../entities/operator/locales/en-US.json' with { type: 'json' };
import nounTexts from '../../features/characters/locales/en-US.json' with { type: 'json' };
import { grantRoutes } from '../../features/characters/testing/grants.ts';
import { Characters } from './Characters.tsx';
import { renderOperatorPage } from './testing/render-operator-page.tsx';

const shared = operatorTexts.operator;
const texts = nounTexts.characters;
const done = 'Granted. owner@example.com now has 1,285,000 characters';

const open = (
  world = { ownerRemaining: 1_284_500, grants: new Map<string, number>() },
  at = '/operator/characters',
) => ({
  ...renderOperatorPage(<Characters />, { at, answers: grantRoutes(world) }),
  world,
});

it('grants characters once the owner and the amount are confirmed, and reports the outcome', async () => {
  const { user, world } = open();
  await user.type(await screen.findByLabelText(shared.owner, {}, found), 'owner@example.com');
  await user.type(screen.getByLabelText(texts.grant.amount), '500');
  await user.click(screen.getByRole('button', { name: texts.grant.grant }));
  const question = await screen.findByRole('dialog', { name: texts.grant.confirm }, found);
  expect(question.textContent).toContain('owner@example.com receives 500 characters.');
  expect(world.grants.size).toBe(0);
  await user.click(within(question).getByRole('button', { name: texts.grant.grant }));
  expect(await screen.findByText(done, {}, found)).toBeTruthy();
  expect([...world.grants.values()]).toEqual([500]);
});

it.each([
  ['999999999999999999', 'At most 1,000,000,000'],
  ['12.7', enUS.validation['whole-number']],
  ['10万', enUS.validation['whole-number']],
  ['0', 'At least 1'],
])('refuses an amount of %s and keeps it as typed', async (typed, refusal) => {
  const { user, world } = open();
  await user.type(await screen.findByLabelText(shared.owner, {}, found), 'owner@example.com');
  const amount = screen.getByLabelText<HTMLInputElement>(texts.grant.amount);
  await user.type(amount, `${typed}{Enter}`);
  expect(await screen.findByText(refusal, {}, found)).toBeTruthy();
  await user.tab();
  expect(amount.value).toBe(typed);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(world.grants.size).toBe(0);
});
