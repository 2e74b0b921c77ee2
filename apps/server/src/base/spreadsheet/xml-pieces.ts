/** Parses XML from hostile input into events, chunk by chunk. */
import { SaxesParser, type SaxesTagPlain } from 'saxes';

class UnreadableXml extends Error {
  override name = 'UnreadableXml';
}

export type XmlEvents = {
  /** `name`: without its namespace prefix. */
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  close(name: string): void;
  text(text: string): void;
};

/** Maximum length of a text or tag, in characters: the parser buffers either until it ends. */
const longestToken = 1_048_576;
const deepest = 64;

const localName = (name: string) => name.slice(name.indexOf(':') + 1);

/**
 * Throws `UnreadableXml` for invalid XML, for a document type (which alone can declare entities), for nesting deeper
 * than 64 and for a text or tag longer than a million characters.
 */
export function createXmlPieces(events: XmlEvents): { write(text: string): void; end(): void } {
  const parser = new SaxesParser({ xmlns: false, position: false });
  let depth = 0;
  let sinceEvent = 0;
  parser.on('error', (error) => {
    throw new UnreadableXml(error.message);
  });
  parser.on('doctype', () => {
    throw new UnreadableXml('it declares a document type');
  });
  parser.on('opentag', (tag: SaxesTagPlain) => {
    sinceEvent = 0;
    depth += 1;
    if (depth > deepest) throw new UnreadableXml('it is nested too deeply');
    events.open(localName(tag.name), tag.attributes);
  });
  parser.on('closetag', (tag: SaxesTagPlain) => {
    sinceEvent = 0;
    depth -= 1;
    events.close(localName(tag.name));
  });
  const text = (piece: string) => {
    sinceEvent = 0;
    events.text(piece);
  };
  parser.on('text', text);
  parser.on('cdata', text);
  return {
    write(piece) {
      sinceEvent += piece.length;
      parser.write(piece);
      if (sinceEvent > longestToken) throw new UnreadableXml('a text or tag is too long');
    },
    end() {
      parser.close();
    },
  };
}
