/** The rich platform itself, with one account and one customer. */
import { fillTemplate, fitsTemplate, type TemplateValues } from '@parley/contract/message-templates';
import { measureText } from '../../kit/text-measure.ts';
import type { InboundText, PlatformTemplate, ReceiptUpdate } from '../../spec.ts';
import { richManifest } from './manifest.ts';
import { RichPairings } from './pairings.ts';

export type RichLine = {
  /** The chat's archive has new messages. */
  news(chatId: string): void;
  report(receipt: ReceiptUpdate): void;
  changed(running: boolean): void;
};

/** The smallest PNG: one transparent pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

type IdChange = { oldId: string; newId: string };
type TakenMedium = { name: string; bytes: Buffer; caption: string };
type Shown = { id: string; text: string; at: number };

export class RichPlatform {
  readonly token = 'right';
  readonly chatId = 'customer-1';
  readonly templates: readonly PlatformTemplate[] = [
    {
      id: 'order_sent/es',
      name: 'order_sent',
      language: 'es',
      category: 'utility',
      state: 'approved',
      header: 'Pedido {{1}}',
      body: 'Hola {{1}}: su pedido llega el {{day}}.',
      footer: 'Tienda',
      buttons: ['Ver pedido'],
    },
    {
      id: 'sale/en',
      name: 'sale',
      language: 'en',
      category: 'marketing',
      state: 'pending',
      header: null,
      body: 'Everything is cheaper.',
      footer: null,
      buttons: [],
    },
  ];
  readonly pairings = new RichPairings();
  /** Customers' media, by key. */
  readonly files = new Map([['file-1', png]]);
  /** The connection of the most recent login. */
  #line: RichLine | null = null;
  #shown: Shown[] = [];
  readonly #media: TakenMedium[] = [];
  /** The customer's messages, in order. */
  readonly #archive: InboundText[] = [];
  /** The unused handles. */
  readonly #handles = new Set<string>();
  #byHandle = 0;
  #running = true;
  #customerId = this.chatId;
  /** `place`: the number of earlier messages. */
  readonly #idChanges: (IdChange & { place: number })[] = [];
  #count = 0;

  get running(): boolean {
    return this.#running;
  }

  connect(line: RichLine): () => void {
    this.#line = line;
    line.changed(this.#running);
    return () => {
      if (this.#line === line) this.#line = null;
    };
  }

  write(text: string): void {
    this.#count += 1;
    const handle = `handle-${this.#count}`;
    this.#handles.add(handle);
    this.#archive.push({
      kind: 'text',
      platformMessageId: `in-${this.#count}`,
      chatId: this.chatId,
      chatKind: 'private',
      chatTitle: null,
      from: { id: this.#customerId, displayName: 'Luz', language: null },
      text,
      replyHandle: { value: handle, expiresAt: Date.now() + 60_000, uses: 1 },
      sentAt: Date.now(),
      history: false,
    });
    if (this.#running) this.#line?.news(this.chatId);
  }

  /** Replaces the customer's id, like a platform whose ids are specific to a business account. */
  changeId(): IdChange {
    const change = { oldId: this.#customerId, newId: `customer-1/${this.#idChanges.length + 2}` };
    this.#customerId = change.newId;
    this.#idChanges.push({ ...change, place: this.#archive.length });
    return change;
  }

  /** Returns the id changes after this number of messages. */
  idChangesAfter(position: number): IdChange[] {
    return this.#idChanges
      .filter(({ place }) => place >= position)
      .map(({ oldId, newId }) => ({ oldId, newId }));
  }

  /** Returns a chat's messages after the first `position`. */
  after(chatId: string, position: number): InboundText[] {
    return chatId === this.chatId ? this.#archive.slice(position) : [];
  }

  /** Accepts a message of the business. Throws if it is too long: the connector should have split it. */
  take(text: string, handle?: string): string {
    // With an expired handle, the message is sent like any other.
    if (handle !== undefined && this.#handles.delete(handle)) this.#byHandle += 1;
    const { part } = richManifest.capabilities.text;
    if (part !== undefined && measureText(text, part.unit) > part.max)
      throw new Error('The message is too long');
    return this.#show(text);
  }

  /** Returns the message's id; null if there is no such approved template with these placeholders. */
  takeTemplate(templateId: string, values: TemplateValues): string | null {
    const template = this.templates.find(({ id, state }) => id === templateId && state === 'approved');
    if (template === undefined || !fitsTemplate(template, values)) return null;
    return this.#show(fillTemplate(template, values));
  }

  /** Fetches a medium of the business from its address. Returns the message's id; null if nothing was found. */
  async takeMedia(name: string, address: string, caption: string): Promise<string | null> {
    const answer = await fetch(address);
    const bytes = Buffer.from(await answer.arrayBuffer());
    if (!answer.ok) return null;
    this.#media.push({ name, bytes, caption });
    return this.#show(caption);
  }

  receivedMedia(): readonly TakenMedium[] {
    return this.#media;
  }

  #show(text: string): string {
    this.#count += 1;
    const id = `out-${this.#count}`;
    this.#shown.push({ id, text, at: Date.now() });
    return id;
  }

  edit(id: string, text: string): void {
    const shown = this.#shown.find((one) => one.id === id);
    if (shown) shown.text = text;
  }

  remove(id: string): void {
    this.#shown = this.#shown.filter((one) => one.id !== id);
  }

  byHandle(): number {
    return this.#byHandle;
  }

  received(): string[] {
    return this.#shown.map(({ text }) => text);
  }

  /** A delivery receipt covers one message, a read receipt all messages up to a time. */
  confirmLast(state: 'delivered' | 'read'): void {
    const last = this.#shown.at(-1);
    if (last === undefined) return;
    const { chatId } = this;
    this.#line?.report(
      state === 'read'
        ? { chatId, upToTime: Date.now(), state }
        : { chatId, platformMessageId: last.id, state },
    );
  }

  setRunning(running: boolean): void {
    this.#running = running;
    this.#line?.changed(running);
  }
}
