/** The parts of @xmpp/client 0.14 that the connector uses; the package ships no types. */
declare module '@xmpp/client' {
  import type { EventEmitter } from 'node:events';

  export type Attributes = Record<string, string | undefined>;

  export class Element {
    constructor(name: string, attrs?: Attributes);
    name: string;
    attrs: Record<string, string | undefined>;
    is(name: string, xmlns?: string): boolean;
    getNS(): string | undefined;
    getChild(name: string, xmlns?: string): Element | undefined;
    getChildren(name: string, xmlns?: string): Element[];
    getChildElements(): Element[];
    getChildText(name: string, xmlns?: string): string | null;
    text(): string;
    toString(): string;
    parent: Element | null;
    append(child: Element): void;
    /** Appends text. */
    t(text: string): void;
  }

  /** The interface that the library requires of a parser. Events: `start`, `element`, `end`. */
  export interface Parser extends EventEmitter {
    write(data: string): void;
  }

  export interface Xml {
    (name: string, attrs?: Attributes | null, ...children: (Element | string | null | undefined)[]): Element;
    Element: typeof Element;
  }

  export const xml: Xml;

  /** Only the type is exported. */
  export class Transport {
    socketParameters(service: string): object | undefined;
    Socket: new () => EventEmitter;
    Parser: new () => Parser;
  }

  /** Events: `online`, `element`, `stanza`, `closing`, `error`, `disconnect`. */
  export interface Client extends EventEmitter {
    transports: (typeof Transport)[];
    reconnect: { stop(): void };
    iqCaller: {
      request(stanza: Element, timeoutMs?: number): Promise<Element>;
      handlers: Map<string, { promise: Promise<Element>; reject(error: Error): void }>;
    };
    /** Events: `ack`, with the acknowledged stanza. */
    streamManagement: EventEmitter & { enabled: boolean; timeout: number };
    connect(service: string): Promise<void>;
    open(options: { domain: string }): Promise<void>;
    send(element: Element): Promise<void>;
    write(data: string): Promise<void>;
  }

  export function client(options: {
    service: string;
    domain: string;
    username: string;
    password: string;
    resource?: string;
    /** In ms, for each step of opening. */
    timeout?: number;
  }): Client;
}
