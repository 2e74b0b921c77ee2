/**
 * The parser of an XMPP stream. It replaces the library's own, which throws on well-formedness errors, reads a text in many
 * chunks in quadratic time, and has no limits. This one is linear in the input, accepts only the XML that RFC 6120 (section
 * 11.1) allows, and turns every violation into a `ConnectorFailure`.
 */
import { EventEmitter } from 'node:events';
import type { PlatformFault } from '@parley/contract/channels';
import { type Element, type Parser, xml } from '@xmpp/client';
import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { ConnectorFailure } from '../kit/guard.ts';

/** In bytes. RFC 6120 (13.12) requires at least 10,000; servers usually stop at 256 or 512 KiB. */
const stanzaLimit = 512 * 1024;
/** Maximum number of elements and attributes of a stanza: each takes many times its size on the wire. */
const nodeLimit = 10_000;
const depthLimit = 100;

/** Memory used by a stanza in bytes, estimated from its source. */
const weights = new WeakMap<Element, number>();
const nodeWeight = 200;

/** Returns an upper estimate of a received stanza's memory in bytes; 0 for one created locally. */
export function weightOf(stanza: Element): number {
  return weights.get(stanza) ?? 0;
}

/**
 * Returns a parser class for one connection, which may carry several streams in succession. `admit` receives every top-level
 * element before the library does, and throws to refuse it.
 */
export function streamParser(admit: (element: Element) => void): new () => Parser {
  return class extends StreamParser {
    constructor() {
      super(admit);
    }
  };
}

class StreamParser extends EventEmitter implements Parser {
  readonly #admit: (element: Element) => void;
  readonly #sax = new SaxesParser({ xmlns: false, position: false });
  /** The stream's root, followed by the elements that are open below it. */
  readonly #open: Element[] = [];
  /** For the current stanza: its bytes in earlier chunks, and its start in the current chunk. */
  #bytes = 0;
  #begins = 0;
  #piece = '';
  /** Number of characters of the stream before the current chunk. */
  #pieceAt = 0;
  #nodes = 0;

  constructor(admit: (element: Element) => void) {
    super();
    this.#admit = admit;
    this.#sax.on('error', malformed);
    this.#sax.on('doctype', () => malformed(new Error('a DTD')));
    this.#sax.on('comment', () => malformed(new Error('a comment')));
    this.#sax.on('processinginstruction', () => malformed(new Error('a processing instruction')));
    this.#sax.on('opentag', (tag) => this.#begin(tag));
    this.#sax.on('closetag', () => this.#end());
    this.#sax.on('text', (text) => this.#text(text));
    this.#sax.on('cdata', (text) => this.#text(text));
  }

  write(data: string): void {
    this.#piece = data;
    this.#begins = 0;
    this.#sax.write(data);
    this.#bytes = this.#count(data.length);
    this.#pieceAt += data.length;
  }

  /** Returns the number of bytes of the current stanza up to this offset in the chunk. */
  #count(end: number): number {
    const bytes = this.#bytes + Buffer.byteLength(this.#piece.slice(this.#begins, end));
    if (bytes > stanzaLimit) refuse('platform-stanza-too-large', `${stanzaLimit / 1024} KiB`);
    return bytes;
  }

  #startStanza(at: number): void {
    this.#bytes = 0;
    this.#begins = at;
    this.#nodes = 0;
  }

  #begin({ name, attributes }: SaxesTagPlain): void {
    this.#nodes += 1 + Object.keys(attributes).length;
    if (this.#nodes > nodeLimit) refuse('platform-stanza-too-large', `${nodeLimit}`);
    if (this.#open.length > depthLimit) refuse('platform-stanza-too-large', `${depthLimit}`);
    const element = new xml.Element(name, attributes);
    // Top-level elements aren't appended to the root, which would keep them until the stream's end.
    if (this.#open.length > 1) this.#open.at(-1)?.append(element);
    this.#open.push(element);
    if (this.#open.length > 1) return;
    this.#startStanza(this.#sax.position - this.#pieceAt);
    this.emit('start', element);
  }

  #end(): void {
    const element = this.#open.pop();
    const [root] = this.#open;
    if (!element || !root) {
      this.emit('end', element);
    } else if (this.#open.length === 1) {
      element.parent = root;
      const end = this.#sax.position - this.#pieceAt;
      weights.set(element, this.#count(end) + nodeWeight * this.#nodes);
      this.#startStanza(end);
      this.#admit(element);
      this.emit('element', element);
    }
  }

  #text(text: string): void {
    if (this.#open.length > 1) this.#open.at(-1)?.t(text);
    // Between stanzas, only white space is allowed; it serves as a keep-alive.
    else if (this.#open.length === 1 && text.trim() !== '') malformed(new Error('text between stanzas'));
  }
}

/** The exact XML error is only logged, because its text is the library's and not translated. */
function malformed(cause: Error): never {
  throw new ConnectorFailure('platform-malformed', '', { cause });
}

function refuse(fault: PlatformFault, detail: string): never {
  throw new ConnectorFailure(fault, detail);
}
