/** Two workspaces with one of everything, and requests for every endpoint of the contract, for walks over all of it. */
import { randomUUID } from 'node:crypto';
import type * as contract from '@parley/contract';
import * as conversationsApi from '@parley/contract/conversations';
import * as filesApi from '@parley/contract/files';
import * as notificationsApi from '@parley/contract/notifications';
import * as proxiesApi from '@parley/contract/proxies';
import { z } from 'zod';
import type { Parts, TestClient } from './test-client.ts';
import type { TestAgent, TestOwner, TestPeople, TestVisitor } from './test-people.ts';
import { claimsOf } from './test-people.ts';
import { until } from './until.ts';

/** A running app, or one of its tenants. */
type Place = TestClient & TestPeople;

export type World = {
  owner: TestOwner;
  agent: TestAgent;
  visitor: TestVisitor;
  /** By the names that the contract gives them in params, queries and bodies. */
  ids: Readonly<Record<string, string>>;
  tokens: Readonly<Record<Exclude<contract.Audience, 'public'>, string>>;
};

/** A workspace with a sub-account, a website chat and a conversation in it. */
export async function createWorld(app: Place): Promise<World> {
  const owner = await app.registerOwner();
  const agent = await app.createSubAccount(owner);
  // Before the social account, which would connect again through it at some later moment.
  const proxyId = await aProxyFor(app, owner, agent);
  const socialAccountId = await app.addWebchat(owner, agent.subAccountId);
  const visitor = await app.startVisitor(socialAccountId);
  await app.visitorSays(visitor, 'Hola');
  // Its translation would still change the workspace while a walk watches that nothing does.
  const { conversationId, messageId } = await until('the message to be translated', async () => {
    const { list } = await app.call(conversationsApi.deskConversations, { query: {} }, agent.token);
    const [conversation] = list;
    const message = conversation?.lastMessage;
    if (!message || message.translationState === 'pending') return null;
    return { conversationId: conversation.id, messageId: message.id };
  });
  const operator = await app.operatorToken();
  return {
    owner,
    agent,
    visitor,
    ids: {
      conversationId,
      messageId,
      socialAccountId,
      subAccountId: agent.subAccountId,
      site: socialAccountId,
      proxyId,
      loginSessionId: claimsOf(agent.token).sid,
      userId: owner.userId,
      fileId: await anUpload(app, owner),
      notificationId: await aNotificationFor(app, owner, operator),
    },
    tokens: {
      console: owner.token,
      desk: agent.token,
      visitor: visitor.token,
      operator,
    },
  };
}

/** Of nobody: what goes there is refused at once. */
const proxyAccess = {
  networkProtocol: 'http',
  host: '127.0.0.1',
  port: 9,
  proxyUserName: 'somebody',
} as const;

async function aProxyFor(app: Place, owner: TestOwner, { subAccountId }: TestAgent): Promise<string> {
  const body = { name: 'Madrid', ...proxyAccess, proxyPassword: 'Lantern42', ...forOne({ subAccountId }) };
  return (await app.call(proxiesApi.createProxy, { body }, owner.token)).id;
}

const forOne = (ids: World['ids']) => ({ range: 'some' as const, subAccountIds: [ids.subAccountId ?? ''] });

async function anUpload(app: Place, owner: TestOwner): Promise<string> {
  const query = { fileName: 'me.png', contentType: 'image/png', size: 68, purpose: 'avatar' } as const;
  return (await app.call(filesApi.presignUpload, { query }, owner.token)).fileId;
}

async function aNotificationFor(app: Place, owner: TestOwner, operator: string): Promise<string> {
  const text = { 'zh-CN': '您好', 'en-US': 'Hello' };
  const requestId = randomUUID();
  const form = { requestId, title: text, body: text, level: 'info', expiresAt: null } as const;
  await app.call(
    notificationsApi.publishNotification,
    { body: { ...form, ownerEmail: owner.email } },
    operator,
  );
  return requestId;
}

/** What a schema alone doesn't say: values that a rule of the endpoint asks for. */
const special: Readonly<Record<string, (ids: World['ids']) => Partial<Parts>>> = {
  'identity.register': () => ({
    body: {
      email: 'somebody@example.com',
      code: '123456',
      password: 'Lantern42',
      confirm: 'Lantern42',
      tgContact: '@somebody',
      agreement: true,
    },
  }),
  'account.forgotPassword': () => ({
    body: { email: 'somebody@example.com', code: '123456', password: 'Lantern42', confirm: 'Lantern42' },
  }),
  'account.updatePassword': () => ({
    body: { oldPassword: 'Lantern42', password: 'Lantern42', confirm: 'Lantern42' },
  }),
  'account.verifyEmail': () => ({
    query: { email: 'somebody@example.com', purpose: 'register', code: '123456' },
  }),
  'workspaces.setTimeZone': () => ({ body: { timeZone: 'Asia/Shanghai', replaces: 'Asia/Shanghai' } }),
  'account.updateProfile': (ids) => ({
    body: {
      version: 0,
      nickname: 'Somebody',
      country: 'ES',
      area: 'Galicia',
      address: 'Rúa Nova 1',
      introduction: 'Shoes.',
      phone: '+34 600 000 000',
      tgContact: '@somebody',
      avatarFileId: ids.fileId,
    },
  }),
  'certification.submitCertification': (ids) => ({
    body: {
      kind: 'enterprise',
      enterpriseName: 'Shoes',
      registrationNumber: 'B-15',
      contactName: 'Somebody',
      documentFileIds: [ids.fileId],
    },
  }),
  ...Object.fromEntries(
    ['auditLogPage', 'exportAuditLog', 'operatorAuditLogPage', 'exportOperatorAuditLog'].map((name) => [
      `audit.${name}`,
      () => ({ query: { address: '203.0.113.0/24' } }),
    ]),
  ),
  'notifications.getNotification': (ids) => ({ query: { id: ids.notificationId } }),
  'notifications.markNotificationsRead': () => ({ body: { ids: [randomUUID()] } }),
  'support.addContact': () => ({ body: aContact() }),
  'support.changeContact': () => ({ body: { version: 1, ...aContact() } }),
  'files.presignUpload': () => ({
    query: { fileName: 'me.png', contentType: 'image/png', size: 68, purpose: 'avatar' },
  }),
  'promotion.reportUserClickLink': () => ({ body: { code: 'abc123' } }),
  'settings.setSystemConfig': () => ({
    body: {
      version: 0,
      brandName: 'Parley',
      logoFileId: null,
      clientMinimumVersion: '1.2.3',
      clientDownload: { windows: 'https://example.com/parley.exe', macos: null },
      registrationOpen: true,
    },
  }),
  'channels.setSocialAccountEnabled': (ids) => ({ body: { id: ids.socialAccountId, enabled: true } }),
  'channels.setSocialAccountProxy': (ids) => ({
    body: { socialAccountId: ids.socialAccountId, mode: 'auto', proxyId: null },
  }),
  'channelManagement.renameSocialAccount': (ids) => ({ body: { id: ids.socialAccountId, name: 'Shop' } }),
  'channelManagement.socialAccountCredentials': (ids) => ({ query: { id: ids.socialAccountId } }),
  'channelManagement.replaceSocialAccountCredentials': (ids) => ({
    body: { id: ids.socialAccountId, credentials: { siteName: 'Shop', origins: '*' } },
  }),
  'channelManagement.moveSocialAccount': (ids) => ({
    body: { id: ids.socialAccountId, subAccountId: ids.subAccountId },
  }),
  'channelManagement.socialAccountContents': (ids) => ({ query: { id: ids.socialAccountId } }),
  'channelManagement.deleteSocialAccount': (ids) => ({ body: { id: ids.socialAccountId } }),
  'channelManagement.setSocialAccountSettings': () => ({ body: { inactiveAfterDays: 7 } }),
  'quarantine.quarantinePage': () => ({ query: { pageNo: 1, pageSize: 20, socialAccountId: randomUUID() } }),
  'quarantine.retryQuarantined': () => ({ body: { ids: [randomUUID()] } }),
  'quarantine.discardQuarantined': () => ({ body: { ids: [randomUUID()] } }),
  'channels.addSocialAccount': (ids) => ({
    body: {
      platform: 'webchat',
      subAccountId: ids.subAccountId,
      name: 'Second shop',
      credentials: { siteName: 'Second shop', origins: '*' },
    },
  }),
  'isolationProfiles.updateIsolationProfile': (ids) => ({
    body: {
      socialAccountId: ids.socialAccountId,
      version: 0,
      userAgent: 'x',
      languages: ['en'],
      timeZone: 'UTC',
      screen: { width: 1920, height: 1080, pixelRatio: 1 },
      webRtc: 'proxy',
      canvasNoise: 1,
      audioNoise: null,
    },
  }),
  'subAccounts.createSubAccount': () => ({
    body: { ...aSubAccount(), status: 'normal', password: 'Lantern42', characters: 0 },
  }),
  'subAccounts.updateSubAccount': ({ subAccountId }) => ({
    body: { ...aSubAccount(), subAccountId, version: 1 },
  }),
  'subAccounts.setSubAccountStatus': ({ subAccountId }) => ({
    body: { ids: [subAccountId], status: 'disabled' },
  }),
  'subAccounts.deleteSubAccounts': ({ subAccountId }) => ({ body: { ids: [subAccountId] } }),
  'customerProfiles.saveCustomerProfile': (ids) => ({
    body: {
      conversationId: ids.conversationId,
      version: 0,
      shared: true,
      alias: 'Marta',
      phone: '+34 600 000 000',
      email: 'marta@example.com',
      notes: 'Size 38.',
    },
  }),
  'proxies.getProxy': (ids) => ({ query: { proxyId: ids.proxyId } }),
  'proxies.createProxy': (ids) => ({
    body: {
      name: 'Vigo',
      ...proxyAccess,
      proxyUserName: 'other',
      proxyPassword: 'Lantern42',
      ...forOne(ids),
    },
  }),
  'proxies.updateProxy': (ids) => ({
    body: { proxyId: ids.proxyId, version: 1, name: 'Toledo', ...proxyAccess, ...forOne(ids) },
  }),
  'proxies.deleteProxies': (ids) => ({ body: { ids: [ids.proxyId] } }),
  'proxies.tryProxy': (ids) => ({ body: { ...proxyAccess, proxyId: ids.proxyId } }),
  'proxies.importProxies': (ids) => ({
    body: { lines: 'http://somebody:Lantern42@127.0.0.1:9 # Madrid', ...forOne(ids) },
  }),
  // The id of a message that doesn't exist yet.
  'conversations.previewTranslation': () => ({ body: { messageId: randomUUID(), text: 'x' } }),
};

const aSubAccount = () => ({
  remark: 'Somebody',
  platforms: ['webchat'],
  unlimited: false,
  autoAllocation: { below: 1, amount: 1 },
  portMode: 'dynamic',
  portLimit: 1,
  multiDevice: true,
  profileSharing: true,
  autoReply: true,
  autoReplyText: 'x',
  sessionArchive: true,
  saveChatHistory: true,
  dedupeScope: 'workspace',
});

const aContact = () => ({
  kind: 'telegram',
  name: 'Support',
  account: `@${randomUUID()}`,
  path: 'https://t.me/parley',
  shown: true,
  position: 1,
});

/** A request that the endpoint's schemas take, with every optional field, naming what stands in `ids`. */
export function requestFor(name: string, endpoint: contract.Endpoint, ids: World['ids']): Parts {
  const part = (schema: z.ZodType | undefined) =>
    schema === undefined
      ? undefined
      : sample(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), '', ids);
  const parts = { params: part(endpoint.params), query: part(endpoint.query), body: part(endpoint.body) };
  // The sampler makes objects of object schemas, which is what params and queries are.
  const made = Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined)) as Parts;
  return { ...made, ...special[name]?.(ids) };
}

type Json = z.core.JSONSchema.BaseSchema;

/** A value of a JSON schema; an id is the one that the world knows by this name, or a new one. */
function sample(schema: Json, name: string, ids: World['ids']): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const choice = schema.anyOf?.find((one) => one.type !== 'null') ?? schema.allOf?.[0];
  if (choice) return sample(choice, name, ids);
  // A nullable type is written as a list.
  const [type] = [schema.type].flat();
  switch (type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([key, inner]) => [key, sample(inner as Json, key, ids)]), // zod writes no boolean schemas here
      );
    case 'array':
      return [];
    case 'boolean':
      return true;
    case 'string':
      return textFor(schema, name, ids);
    default:
      // Numbers, and coerced values, whose input can be anything.
      return Math.max(1, schema.minimum ?? 1);
  }
}

function textFor(schema: Json, name: string, ids: World['ids']): string {
  if (schema.format === 'uuid') return ids[name] ?? randomUUID();
  if (schema.format === 'date') return '2026-01-05';
  if (schema.format === 'email' || /email/i.test(name)) return 'somebody@example.com';
  if (name === 'code') return '123456';
  if (/password/i.test(name)) return 'Lantern42';
  return /language/i.test(name) ? 'en' : 'x';
}
