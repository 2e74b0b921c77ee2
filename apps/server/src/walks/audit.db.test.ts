/** Every endpoint records what it declares: the walk sends each a request and reads the log. */
import { randomUUID } from 'node:crypto';
import * as contract from '@parley/contract';
import * as auditApi from '@parley/contract/audit';
import * as operatorApi from '@parley/contract/operator';
import * as tenantsApi from '@parley/contract/tenants';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import type { Parts } from '../testing/test-client.ts';
import { createWorld, requestFor, type World } from '../testing/world.ts';

const inIdentity = 'modules/identity/audit.db.test.ts';

/**
 * Endpoints whose sampled request can't succeed, or does nothing: what to send instead, or the test that proves
 * their entries.
 */
const special: Readonly<Record<string, (() => Partial<Parts> | Promise<Partial<Parts>>) | string>> = {
  'account.updateProfile': () => ({ body: { ...sampleBody('account.updateProfile'), avatarFileId: null } }),
  // Reading is recorded once an hour.
  'operator.mailPage': 'below',
  'operator.grantCharacters': () => toOwner('operator.grantCharacters'),
  'ports.setWorkspacePorts': () => toOwner('ports.setWorkspacePorts'),
  'tenants.createTenant': () => ({ body: aTenant() }),
  'tenants.updateTenant': async () => ({ ...(await ofNewTenant()), body: { ...aTenant(), version: 1 } }),
  'tenants.deleteTenant': () => ofNewTenant(),
  'notifications.publishNotification': () => ({
    body: { ...sampleBody('notifications.publishNotification'), ownerEmail: null, expiresAt: null },
  }),
  'notifications.changeNotification': () => ({
    params: { id: world.ids.notificationId },
    body: { ...sampleBody('notifications.changeNotification'), expiresAt: null },
  }),
  'notifications.deleteNotification': () => ({ params: { id: world.ids.notificationId } }),
  'support.changeContact': () => ({
    params: { id: defaultContact },
    body: { ...sampleBody('support.changeContact'), path: 'https://t.me/another' },
  }),
  'translationSettings.putConversationSettings': () => ({ body: { own: null, pinnedLanguage: null } }),
  'translationSettings.putDeskSettings': () => ({ body: { own: null } }),
  'ownerSettings.putWorkspaceTranslation': () => ({ body: { own: null } }),
  'ownerSettings.putSocialAccountTranslation': () => ({ body: { own: null } }),
  'ownerSettings.putConversationTranslation': () => ({ body: { own: null } }),
  'support.deleteContact': () => ({ params: { id: defaultContact } }),
  'channels.setSocialAccountEnabled': () => ({ body: { id: world.ids.socialAccountId, enabled: false } }),
  'channelManagement.moveSocialAccount': async () => {
    const { subAccountId } = await app.createSubAccount(world.owner);
    return { body: { id: world.ids.socialAccountId, subAccountId } };
  },
  'channelManagement.setSocialAccountSettings': () => ({ body: { inactiveAfterDays: 30 } }),
  'quarantine.retryQuarantined': quarantined,
  'quarantine.discardQuarantined': quarantined,
  'proxies.importProxies': () => ({
    body: { lines: 'http://importer:Secret12@127.0.0.1:10', range: 'all', subAccountIds: [] },
  }),
  'workspaces.setTimeZone': () => ({ body: { timeZone: 'Europe/Madrid', replaces: 'Asia/Shanghai' } }),
  'visitorBudgets.updateVisitorBudget': () => ({
    body: { ...sampleBody('visitorBudgets.updateVisitorBudget'), version: 0 },
  }),
  'identity.logIn': inIdentity,
  'identity.deskLogIn': inIdentity,
  'identity.operatorLogIn': inIdentity,
  'identity.refreshToken': inIdentity,
  'identity.logOut': inIdentity,
  'identity.register': inIdentity,
  'account.forgotPassword': inIdentity,
  'account.updatePassword': inIdentity,
  'account.updateUserBindEmail': inIdentity,
  'account.quickLogIn': inIdentity,
  'account.createQuickLogInCode': inIdentity,
  'certification.submitCertification': inIdentity,
  'certification.withdrawCertification': inIdentity,
  'certification.decideCertification': inIdentity,
  'twoFactor.logInSecondStep': inIdentity,
  'twoFactor.setUpTwoFactor': inIdentity,
  'twoFactor.confirmTwoFactor': inIdentity,
  'twoFactor.renewRecoveryCodes': inIdentity,
  'twoFactor.disableTwoFactor': inIdentity,
  'loginSessions.endLoginSession': inIdentity,
  'loginSessions.logOutEverywhere': inIdentity,
  'owners.disableOwner': inIdentity,
  'owners.enableOwner': inIdentity,
  'owners.resetOwnerTwoFactor': 'modules/identity/two-factor/reset.db.test.ts',
};

const defaultContact = 2;

const sampleBody = (name: string) =>
  Object(requestFor(name, contract.allEndpoints.get(name) as contract.Endpoint, world.ids).body); // a name from above

const toOwner = (name: string) => ({ body: { ...sampleBody(name), ownerEmail: world.owner.email } });

const aTenant = () => ({
  name: 'North',
  hosts: [],
  brandName: 'North',
  logoFileId: null,
  enabled: true,
  registrationOpen: true,
});

/** A message of the world's social account that can only be discarded. */
async function quarantined() {
  const id = randomUUID();
  await app.app.database.db.execute(sql`
    insert into quarantined_messages (workspace_id, id, social_account_id, delivery_id, form, payload, truncated, reason)
    select workspace_id, ${id}, id, ${id}, 'message', '{', true, 'too-long' from social_accounts
    where id = ${world.ids.socialAccountId}`);
  return { body: { ids: [id] } };
}

async function ofNewTenant() {
  const { id } = await app.call(tenantsApi.createTenant, { body: aTenant() }, world.tokens.operator);
  return { params: { id } };
}

/** What takes away what others need comes late. */
const order = [
  /moveSocialAccount/,
  /resetSubAccountPassword/,
  /setSocialAccountEnabled/,
  /Status$/,
  /delete/,
];
const rank = (name: string) => order.findIndex((pattern) => pattern.test(name));

const isAction = (value: unknown): value is auditApi.AuditAction =>
  typeof value === 'string' && value in auditApi.auditActions;

const declared = [...contract.allEndpoints]
  .map(([name, endpoint]) => ({ name, endpoint, actions: [endpoint.audit].flat().filter(isAction) }))
  .filter(({ actions }) => actions.length > 0);

const walked = declared
  .filter(({ name }) => typeof special[name] !== 'string')
  .sort((a, b) => rank(a.name) - rank(b.name));

let app: TestApp;
let world: World;
beforeAll(async () => {
  app = await startTestApp();
  world = await createWorld(app);
});
afterAll(() => app.close());

async function entries() {
  const { rows } = await app.app.database.db.execute<{ action: auditApi.AuditAction; text: string }>(
    sql`select action, e::text as text from audit_entries e order by created_at, id`,
  );
  return rows;
}

it('every exception names an endpoint that declares an action', () => {
  const names = declared.map(({ name }) => name);
  for (const name of Object.keys(special)) expect(names).toContain(name);
});

describe.each(walked)('$name', ({ name, endpoint, actions }) => {
  it('records what it declares', async () => {
    const instead = special[name];
    const given = typeof instead === 'function' ? await instead() : {};
    const parts = { ...requestFor(name, endpoint, world.ids), ...given };
    const before = await entries();
    const [audience] = endpoint.audience;
    const token = audience === 'public' ? undefined : world.tokens[audience];
    const answer = await app.send(endpoint, parts, token);
    expect(answer).toMatchObject({ status: 200 });
    const added = (await entries()).slice(before.length).map(({ action }) => action);
    expect(added.length).toBeGreaterThan(0);
    for (const action of added) expect(actions).toContain(action);
  });
});

it('records that the operator read mails, once an hour', async () => {
  for (const search of ['', 'somebody']) {
    await app.call(operatorApi.mailPage, { query: { search } }, world.tokens.operator);
  }
  expect((await entries()).filter(({ action }) => action === 'mail.read')).toHaveLength(1);
});

it('no entry holds a secret of those that were sent', async () => {
  const all = (await entries()).map(({ text }) => text).join('\n');
  const tokens = Object.values(world.tokens);
  for (const secret of ['Secret12', 'Operator12', world.owner.password, ...tokens])
    expect(all).not.toContain(secret);
});
