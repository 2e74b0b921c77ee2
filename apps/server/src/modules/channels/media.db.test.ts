/** Media end to end: of the website chat, whose platform is Parley, and of a platform from which they are fetched. */
import { randomUUID } from 'node:crypto';
import {
  type BotApiServer,
  type BotHandle,
  deliveryRequest,
  type RichAuthorization,
  startBotApiServer,
  startRichAuthorization,
} from '@parley/connectors/testing';
import * as auditApi from '@parley/contract/audit';
import * as channelsApi from '@parley/contract/channels';
import * as conversationsApi from '@parley/contract/conversations';
import * as filesApi from '@parley/contract/files';
import * as materialsApi from '@parley/contract/materials';
import * as visitorApi from '@parley/contract/visitor';
import { until } from '@parley/testing';
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { platformTokens } from '../../schema/channels/platform-tokens.ts';
import { messages } from '../../schema/conversations.ts';
import { files } from '../../schema/files.ts';
import { type ChatHarness, startChatHarness } from '../../testing/chat-harness.ts';
import { largePicture, pdf, png } from '../../testing/small-files.ts';
import type { TestAgent, TestOwner, TestVisitor } from '../../testing/test-people.ts';
import { createUploads } from '../../testing/test-uploads.ts';
import { richConnector } from './testing/token-world.ts';

const richPlatform = 'whatsapp';

let harness: ChatHarness;
let platform: BotApiServer;
let bot: BotHandle;
beforeAll(async () => {
  // A busy machine may take longer than the platform allows.
  const manifest = { ...richConnector.manifest, platform: richPlatform, webhookAnswerMs: 60_000 };
  const connectors = [{ ...richConnector, manifest }];
  [harness, platform] = await Promise.all([startChatHarness({ connectors }), startBotApiServer()]);
  bot = platform.addBot('shop_bot');
  const { subAccountId } = harness.agent;
  const credentials = { token: bot.token, apiRoot: platform.url };
  const body = { platform: 'telegram', subAccountId, name: 'Bot', credentials } as const;
  await harness.call(channelsApi.addSocialAccount, { body }, harness.owner.token);
});
afterAll(async () => {
  await harness.close();
  await platform.close();
});

const { upload } = createUploads(() => harness);
const agentUploads = (bytes: Uint8Array = png, contentType = 'image/png') =>
  upload(harness.agent.token, { purpose: 'message', contentType, fileName: 'dress.png' }, bytes);

async function visitorUploads({ token }: TestVisitor): Promise<string> {
  const body = { fileName: 'shoe.png', contentType: 'image/png', size: png.length };
  const { fileId, uploadUrl, headers } = await harness.call(visitorApi.visitorUpload, { body }, token);
  const put = { method: 'PUT', headers: { ...headers, origin: 'https://shop.example' } };
  const answer = await fetch(new URL(uploadUrl, harness.url), { ...put, body: Uint8Array.from(png) });
  expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
  return (await harness.call(visitorApi.visitorUploadComplete, { body: { fileId } }, token)).fileId;
}

const visitorSends = ({ token }: TestVisitor, fileId: string, text = '', id: string = randomUUID()) =>
  harness.send(visitorApi.visitorSend, { body: { id, text, fileId } }, token);
const deskLink = (conversationId: string, fileId: string) =>
  harness.send(conversationsApi.deskFileLink, { params: { conversationId, fileId } }, harness.agent.token);
const linkOf = (conversationId: string, fileId: string) =>
  harness.call(conversationsApi.deskFileLink, { params: { conversationId, fileId } }, harness.agent.token);
const agentSends = (conversationId: string, fileId: string, text = '', token = harness.agent.token) => {
  const body = { id: randomUUID(), text, mode: 'translate', fileId } as const;
  return harness.send(conversationsApi.sendMessage, { params: { conversationId }, body }, token);
};
async function bytesAt(url: string): Promise<Buffer> {
  const answer = await fetch(new URL(url, harness.url));
  expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  return Buffer.from(await answer.arrayBuffer());
}
const stateOf = async (fileId: string) => {
  const [row] = await harness.app.database.db.select().from(files).where(eq(files.id, fileId));
  return row?.state;
};
const carrying = (fileId: string) => (message: conversationsApi.Message) =>
  message.attachment?.type === 'media' && message.attachment.fileId === fileId;

describe('a picture on the website', () => {
  it('arrives once with a translated caption, and its bytes are readable for this conversation only', async () => {
    const { visitor, conversationId } = await harness.meet('Hola');
    const fileId = await visitorUploads(visitor);
    const id = randomUUID();
    for (let time = 0; time < 2; time += 1)
      expect(await visitorSends(visitor, fileId, 'Buenos días', id)).toMatchObject({
        status: 200,
        body: { data: { kind: 'image', text: 'Buenos días', attachment: { state: 'ready', fileId } } },
      });
    const message = await harness.messageWhen(
      conversationId,
      'the caption',
      ({ kind, translationState }) => kind === 'image' && translationState === 'done',
    );
    expect(message).toMatchObject({
      original: 'Buenos días',
      translation: 'Good morning',
      attachment: { type: 'media', name: 'shoe.png', contentType: 'image/png', size: png.length },
    });
    const { url } = await linkOf(conversationId, fileId);
    expect((await bytesAt(url)).equals(Buffer.from(png))).toBe(true);
    expect(await stateOf(fileId)).toBe('kept');
    const other = await harness.meet('Hola');
    expect(await deskLink(other.conversationId, fileId)).toMatchObject({ status: 404 });
    const stranger = { params: { fileId } };
    const asked = await harness.send(visitorApi.visitorFileLink, stranger, other.visitor.token);
    expect(asked).toMatchObject({ status: 404, body: { data: { error: 'file.not-found' } } });
    expect((await fetch(`${harness.url}/api/files/${fileId}`)).status).toBe(404);
    expect((await fetch(new URL(`${url}x`, harness.url))).status).toBe(404);
  });

  it('a picture on the website can be sent by its uploader only, and never without its file or a text', async () => {
    const [mine, other] = await Promise.all([harness.meet('Hola'), harness.meet('Hola')]);
    const fileId = await visitorUploads(mine.visitor);
    const missing = { status: 404, body: { data: { error: 'file.not-found' } } };
    expect(await visitorSends(other.visitor, fileId)).toMatchObject(missing);
    expect(await agentSends(other.conversationId, fileId)).toMatchObject(missing);
    expect(await visitorSends(mine.visitor, randomUUID())).toMatchObject(missing);
    const body = { id: randomUUID(), text: ' ' };
    expect(await harness.send(visitorApi.visitorSend, { body }, mine.visitor.token)).toMatchObject({
      status: 400,
      body: { data: { error: 'message.empty' } },
    });
  });

  it('reaches the visitor with the caption in the customer’s language, and also alone', async () => {
    const { visitor, conversationId } = await harness.meet('Hola, ¿dónde está mi pedido? Gracias');
    const [spoken, silent] = [await agentUploads(), await agentUploads(pdf, 'application/pdf')];
    expect((await agentSends(conversationId, spoken, 'Good morning')).status).toBe(200);
    expect((await agentSends(conversationId, silent)).status).toBe(200);
    const shown = await until('both', async () => {
      const { messages } = await harness.visitorSees(visitor);
      const sent = messages.filter(({ from }) => from === 'business');
      return sent.length === 2 && sent;
    });
    expect(shown).toMatchObject([
      { kind: 'image', text: 'Buenos días', attachment: { fileId: spoken, name: 'dress.png' } },
      { kind: 'file', text: '', attachment: { fileId: silent, contentType: 'application/pdf' } },
    ]);
    const request = { params: { fileId: silent } };
    const { url } = await harness.call(visitorApi.visitorFileLink, request, visitor.token);
    expect((await bytesAt(url)).equals(Buffer.from(pdf))).toBe(true);
  });

  it('a picture on the website fails when its bytes are of another type', async () => {
    const { visitor } = await harness.meet('Hola');
    const body = { fileName: 'shoe.png', contentType: 'image/png', size: pdf.length };
    const place = await harness.call(visitorApi.visitorUpload, { body }, visitor.token);
    const put = { method: 'PUT', headers: place.headers, body: Uint8Array.from(pdf) };
    await fetch(new URL(place.uploadUrl, harness.url), put);
    const complete = { body: { fileId: place.fileId } };
    expect(await harness.send(visitorApi.visitorUploadComplete, complete, visitor.token)).toMatchObject({
      status: 400,
      body: { data: { error: 'file.type-refused' } },
    });
  });
});

describe('a picture on a platform from which media are fetched', () => {
  let people = 100;
  const someone = () => ({ id: people++, firstName: `Marta ${randomUUID()}`, language: 'es' });
  const chatWith = (title: string) =>
    until('the conversation', async () => (await harness.conversations()).find((it) => it.title === title));

  it('a picture on a platform appears at once and gets the type of its bytes', async () => {
    const marta = someone();
    bot.bot.files.set('dress', Buffer.from(png));
    bot.post(marta, { photo: [{ file_id: 'dress', width: 1, height: 1 }], caption: 'Gracias' });
    const { id } = await chatWith(marta.firstName);
    const message = await harness.messageWhen(
      id,
      'the picture',
      ({ attachment }) => attachment?.type === 'media' && attachment.state === 'ready',
    );
    expect(message).toMatchObject({
      kind: 'image',
      original: 'Gracias',
      attachment: { contentType: 'image/png', size: png.length, width: 1 },
    });
    const fileId = message.attachment?.type === 'media' ? (message.attachment.fileId ?? '') : '';
    const { url } = await linkOf(id, fileId);
    expect((await bytesAt(url)).equals(Buffer.from(png))).toBe(true);
  });

  it('a missing document is reported, and is fetched again on the agent’s request', async () => {
    const ana = someone();
    bot.post(ana, { document: { file_id: 'lost', file_name: 'a.pdf' } });
    const { id } = await chatWith(ana.firstName);
    const lost = await harness.messageWhen(
      id,
      'the failure',
      ({ attachment }) => attachment?.type === 'media' && attachment.state === 'failed',
    );
    expect(lost.attachment).toMatchObject({ problem: 'gone', fileId: null });
    bot.bot.files.set('lost', Buffer.from(pdf));
    const again = { params: { messageId: lost.id } };
    await harness.call(conversationsApi.retryMessage, again, harness.agent.token);
    await harness.messageWhen(
      id,
      'the document',
      ({ attachment }) =>
        attachment?.type === 'media' &&
        attachment.contentType === 'application/pdf' &&
        attachment.state === 'ready',
    );
  });

  it('reaches the platform', async () => {
    const eva = someone();
    bot.write(eva, 'Hola');
    const { id } = await chatWith(eva.firstName);
    const fileId = await agentUploads();
    expect((await agentSends(id, fileId, 'Good morning')).status).toBe(200);
    await harness.messageWhen(
      id,
      'it to be sent',
      (message) => carrying(fileId)(message) && message.delivery === 'sent',
    );
    const [sent] = bot.bot.sent.filter(({ chatId }) => chatId === eva.id);
    expect(sent).toMatchObject({ text: 'Buenos días', medium: { method: 'sendPhoto', name: 'dress.png' } });
    expect(sent?.medium?.bytes.equals(Buffer.from(png))).toBe(true);
  });
});

describe('media of a platform with tokens', () => {
  const appSecret = 'the shop’s own';
  const account = 'account-1';
  let authorization: RichAuthorization;
  let owner: TestOwner;
  let ana: TestAgent;
  let id: string;
  beforeEach(async () => {
    authorization = await startRichAuthorization();
    owner = await harness.registerOwner();
    ana = await harness.createSubAccount(owner);
    const access = { token: 'right', server: authorization.url, refreshToken: authorization.grant() };
    const shop = { platform: richPlatform, subAccountId: ana.subAccountId, name: 'Shop' } as const;
    const body = { ...shop, credentials: { ...access, appSecret } };
    ({ id } = await harness.call(channelsApi.addSocialAccount, { body }, owner.token));
    await until('it to be online', async () => {
      const { list } = await harness.call(channelsApi.socialAccountPage, { query: {} }, owner.token);
      return list[0]?.state === 'online';
    });
  });
  afterEach(() => authorization.close());

  /** Delivers events to the owner's own app like the platform. Returns the status of the answer. */
  async function deliver(events: Parameters<typeof deliveryRequest>[1]) {
    const { headers, body } = deliveryRequest(appSecret, events);
    const url = `${harness.url}/api/hook/app/${richPlatform}/app-1/${owner.workspaceId}`;
    const signature = headers['x-rich-signature'] ?? '';
    const given = { 'content-type': 'application/json', 'x-rich-signature': signature };
    return (await fetch(url, { method: 'POST', headers: given, body: Uint8Array.from(body) })).status;
  }
  const chats = async () =>
    (await harness.call(conversationsApi.deskConversations, { query: {} }, ana.token)).list;
  const changeTokens = (change: object) =>
    harness.app.database.db.update(platformTokens).set(change).where(eq(platformTokens.socialAccountId, id));

  it('fetches media while their handles are valid, and reports others as expired', async () => {
    const hour = 3_600_000;
    const silent = { account, text: '' };
    const here = { ...silent, id: 'here', from: 'c1', picture: 'file-1', pictureUntil: Date.now() + hour };
    const over = { ...silent, id: 'over', from: 'c2', picture: 'file-2', pictureUntil: Date.now() - hour };
    expect(await deliver([here, over])).toBe(200);
    const fetched = await until('both', async () => {
      const found = (await chats()).flatMap(({ title, lastMessage }) => {
        const medium = lastMessage?.attachment;
        return lastMessage && medium?.type === 'media' ? [{ id: lastMessage.id, title, medium }] : [];
      });
      return found.length === 2 && found.every(({ medium }) => medium.state !== 'fetching') && found;
    });
    const [first, second] = fetched.toSorted((one, other) => one.title.localeCompare(other.title));
    expect(first?.medium).toMatchObject({ state: 'ready', problem: null });
    expect(second?.medium).toMatchObject({ state: 'failed', problem: 'expired' });
    expect(fetched.some(({ medium }) => 'expiresAt' in medium)).toBe(false);
    const again = { params: { messageId: second?.id ?? '' } };
    expect(await harness.send(conversationsApi.retryMessage, again, ana.token)).toMatchObject({
      body: { data: { error: 'message.not-failed' } },
    });
  });

  it('receives, fetches and sends with tokens that expire meanwhile, each time with one refresh', async () => {
    const refreshed = () => authorization.counts.refreshed;
    const event = [{ account, id: 'm1', text: 'Éste', picture: 'file-1' }];
    authorization.expire();
    authorization.trouble('unavailable');
    expect(await deliver(event)).toBe(503);
    expect(refreshed()).toBe(1);
    await changeTokens({ retryAt: null });
    expect(await deliver(event)).toBe(200);
    expect(refreshed()).toBe(2);
    const [{ id: conversationId } = { id: '' }] = await chats();
    const messagesOf = async () => {
      const request = { params: { conversationId }, query: {} };
      return (await harness.call(conversationsApi.deskMessages, request, ana.token)).messages;
    };
    await until('the picture', async () => {
      const [message] = await messagesOf();
      return message?.attachment?.type === 'media' && message.attachment.state === 'ready';
    });
    // Made older, because tokens rejected within seconds would be replaced more slowly.
    await changeTokens({ issuedAt: sql`now() - interval '1 h'` });
    authorization.expire();
    const sent = { id: randomUUID(), text: '¿En azul?', mode: 'original', acceptsPrice: true } as const;
    await harness.call(conversationsApi.sendMessage, { params: { conversationId }, body: sent }, ana.token);
    await until('the answer to go out', async () =>
      (await messagesOf()).some((message) => message.id === sent.id && message.delivery === 'sent'),
    );
    expect(authorization.counts).toMatchObject({ refreshed: 3, reused: 0 });
  });
});

it('a file is shown to the owner, which is recorded, unless it isn’t kept', async () => {
  const { visitor, conversationId } = await harness.meet('Hola');
  const fileId = await visitorUploads(visitor);
  await visitorSends(visitor, fileId);
  const request = { params: { conversationId, fileId } };
  const link = () => harness.send(conversationsApi.chatHistoryFileLink, request, harness.owner.token);
  expect(await link()).toMatchObject({ status: 200 });
  const query = { action: 'chat-history.read' } as const;
  const { list } = await harness.call(auditApi.auditLogPage, { query }, harness.owner.token);
  expect(list.map(({ objectId }) => objectId)).toContain(conversationId);
  const { database } = harness.app;
  await database.db.update(messages).set({ withheld: true }).where(eq(messages.fileId, fileId));
  expect(await link()).toMatchObject({ status: 404, body: { data: { error: 'file.not-found' } } });
});

it('a material’s file is sent as a copy, which outlives the material', async () => {
  const { visitor, conversationId } = await harness.meet('Hola');
  const fileId = await upload(harness.owner.token, { purpose: 'material' });
  const content = { type: 'image', fileId } as const;
  const form = { body: { title: 'Dress', groupId: null, content } };
  const { id } = await harness.call(materialsApi.createMaterial, form, harness.owner.token);
  const request = { body: { materialId: id } };
  const attached = await harness.call(materialsApi.attachMaterial, request, harness.agent.token);
  expect(attached).toMatchObject({ contentType: 'image/png', size: png.length });
  expect((await agentSends(conversationId, attached.fileId)).status).toBe(200);
  await harness.call(materialsApi.deleteMaterials, { body: { ids: [id] } }, harness.owner.token);
  const { url } = await linkOf(conversationId, attached.fileId);
  expect((await bytesAt(url)).equals(Buffer.from(png))).toBe(true);
  const last = async () => (await harness.visitorSees(visitor)).messages.at(-1);
  await expect.poll(last).toMatchObject({ kind: 'image', attachment: { fileId: attached.fileId } });
  const text = { title: 'Hours', groupId: null, content: { type: 'text', text: 'At nine.' } } as const;
  const words = await harness.call(materialsApi.createMaterial, { body: text }, harness.owner.token);
  const none = { body: { materialId: words.id } };
  expect(await harness.send(materialsApi.attachMaterial, none, harness.agent.token)).toMatchObject({
    status: 400,
    body: { data: { error: 'material.has-no-file' } },
  });
});

it('a large picture has its size and a preview for everyone who sees it, also as a copy of a material', async () => {
  const { visitor, conversationId } = await harness.meet('Hola');
  const bytes = await largePicture();
  const wanted = { purpose: 'material', contentType: 'image/jpeg', fileName: 'dress.jpg' } as const;
  const content = { type: 'image', fileId: await upload(harness.owner.token, wanted, bytes) } as const;
  const form = { body: { title: 'Large', groupId: null, content } };
  const { id } = await harness.call(materialsApi.createMaterial, form, harness.owner.token);
  const request = { body: { materialId: id } };
  const { fileId } = await harness.call(materialsApi.attachMaterial, request, harness.agent.token);
  expect(await agentSends(conversationId, fileId)).toMatchObject({
    status: 200,
    body: { data: { attachment: { width: 800, height: 600, durationMs: null, hasPreview: true } } },
  });
  const { url, previewUrl } = await linkOf(conversationId, fileId);
  const asVisitor = await harness.call(visitorApi.visitorFileLink, { params: { fileId } }, visitor.token);
  expect(asVisitor).toEqual({ url, previewUrl });
  const preview = await fetch(new URL(previewUrl ?? '', harness.url));
  expect([preview.status, preview.headers.get('content-type')]).toEqual([200, 'image/webp']);
  expect((await preview.arrayBuffer()).byteLength).toBeLessThan(bytes.length / 2);
  expect((await fetch(`${harness.url}/api/files/${fileId}/preview`)).status).toBe(404);
  const { visitor: other } = await harness.meet('Hola');
  const small = await visitorUploads(other);
  expect(await visitorSends(other, small)).toMatchObject({
    body: { data: { attachment: { width: 1, height: 1, hasPreview: false } } },
  });
  const link = await harness.call(visitorApi.visitorFileLink, { params: { fileId: small } }, other.token);
  expect(link.previewUrl).toBeNull();
  const none = await fetch(new URL(link.url.replace('?', '/preview?'), harness.url));
  expect(none.status).toBe(404);
});

it('uploads for messages are limited to agents and visitors', async () => {
  const query = { purpose: 'message', contentType: 'image/png', size: 1, fileName: 'a.png' } as const;
  const owners = await harness.send(filesApi.presignUpload, { query }, harness.owner.token);
  expect(owners).toMatchObject({ status: 403, body: { data: { error: 'auth.forbidden' } } });
  const avatar = { query: { ...query, purpose: 'avatar' } } as const;
  expect((await harness.send(filesApi.presignUpload, avatar, harness.agent.token)).status).toBe(403);
});
