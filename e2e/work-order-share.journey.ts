/** An owner shares a work order with a password; a customer follows it on a phone until sharing is cancelled. */
import { createWorkOrderShare } from '@parley/contract/work-order-shares';
import { createWorkOrder } from '@parley/contract/work-orders';
import { expect, test } from 'vitest';
import { enterConsole } from './harness/console.ts';
import { addAgent, addSite, registerOwner } from './harness/people.ts';
import { setStage } from './harness/stage.ts';
import { writeAsVisitor } from './harness/visitor-requests.ts';

const stage = setStage();
/** The website that contains the chat. */
const shop = 'https://shop.example';

test('a customer follows a shared work order on a phone until sharing is cancelled', async () => {
  const { url } = stage().server;
  const owner = await registerOwner(url);
  const agent = await addAgent(url, owner, 'Ana');
  const site = await addSite(owner, agent, shop);
  const goals = { totalGoal: 100, dailyGoal: 10, accountTotalGoal: null, accountDailyGoal: null };
  const order = { name: 'Spring', ...goals, resetTime: '00:00', remarks: '', platform: 'webchat' as const };
  const { id } = await owner.client.call(createWorkOrder, {
    body: { ...order, subAccountId: agent.subAccountId },
  });
  const share = await owner.client.call(createWorkOrderShare, {
    body: {
      title: 'For Li',
      access: 'password',
      password: 'kite42',
      validDays: 30,
      fanNames: 'none',
      chatHistory: true,
      orders: [{ workOrderId: id, socialAccountIds: null }],
    },
  });

  const { page: phone } = await stage().newPerson({ viewport: { width: 390, height: 844 } });
  await phone.goto(url + share.path);
  await phone.getByLabel('Enter the password').fill('kite42');
  await phone.getByRole('button', { name: 'View' }).click();
  await phone.getByRole('heading', { name: 'For Li' }).waitFor();
  await phone.getByText('0 / 10').first().waitFor();

  const opening = phone.waitForEvent('popup');
  await phone.getByRole('link', { name: 'Counting rules' }).click();
  const rules = await opening;
  await rules.getByRole('heading', { name: 'Counting rules' }).waitFor();
  await rules.close();

  await writeAsVisitor(url, shop, { site: site.id, text: 'Hola', language: 'es' });
  await phone.getByText('1 / 10').first().waitFor();

  await phone.getByRole('button', { name: 'Show conversations' }).click();
  await phone.getByRole('link', { name: 'Customer' }).click();
  await phone.getByText('Hola').waitFor();
  await writeAsVisitor(url, shop, { site: site.id, text: 'Buenas', language: 'es' });
  await phone.getByRole('link', { name: 'Back to the work orders' }).click();
  await phone.getByText('2 / 10').first().waitFor();

  const { page } = await enterConsole(stage(), owner, { path: '/workOrder/multiAccount' });
  await page.getByRole('row', { name: /For Li/ }).waitFor();
  await page.getByRole('button', { name: 'More for For Li' }).click();
  await page.getByRole('menuitem', { name: 'Cancel sharing' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel sharing' }).click();
  await phone.getByRole('heading', { name: 'Sharing was cancelled' }).waitFor();
  expect(await phone.getByText('Spring').count()).toBe(0);
});
