/** Writes small files in MaxMind's format (https://maxmind.github.io/MaxMind-DB/), with IPv4 addresses. */

type Value = string | number | { [key: string]: Value };

/** Encodes a field of the data section: type and size in one byte, sizes from 29 on in further ones. */
function field(type: number, size: number, content: Buffer): Buffer {
  const extended = type > 7;
  const short = size < 29 ? size : 29;
  const head = [((extended ? 0 : type) << 5) | short, ...(extended ? [type - 7] : [])];
  return Buffer.concat([Buffer.from(size < 29 ? head : [...head, size - 29]), content]);
}

function encode(value: Value): Buffer {
  if (typeof value === 'string') return field(2, Buffer.byteLength(value), Buffer.from(value));
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    return field(6, 4, bytes);
  }
  const entries = Object.entries(value);
  return field(7, entries.length, Buffer.concat(entries.flatMap(([key, of]) => [encode(key), encode(of)])));
}

type Node = [Node | number | null, Node | number | null];

/** Returns a file with these individual IPv4 addresses. */
export function locationBytes(type: string, known: Readonly<Record<string, Value>>): Buffer {
  const root: Node = [null, null];
  const data: Buffer[] = [];
  let length = 0;
  for (const [address, value] of Object.entries(known)) {
    const bits = address
      .split('.')
      .flatMap((part) => [...Number(part).toString(2).padStart(8, '0')].map(Number));
    let node = root;
    for (const [at, bit] of bits.entries()) {
      const side = bit === 1 ? 1 : 0;
      if (at === bits.length - 1) {
        node[side] = length;
        continue;
      }
      const next = node[side];
      const below: Node = Array.isArray(next) ? next : [null, null];
      node[side] = below;
      node = below;
    }
    const bytes = encode(value);
    data.push(bytes);
    length += bytes.length;
  }
  const nodes: Node[] = [root];
  for (const node of nodes) nodes.push(...node.filter((side): side is Node => Array.isArray(side)));
  const places = new Map(nodes.map((node, at) => [node, at]));
  const tree = Buffer.alloc(nodes.length * 6);
  for (const [at, node] of nodes.entries())
    for (const [side, to] of node.entries()) {
      const place = Array.isArray(to) ? (places.get(to) ?? 0) : nodes.length + (to === null ? 0 : 16 + to);
      tree.writeUIntBE(place, at * 6 + side * 3, 3);
    }
  const metadata = encode({
    node_count: nodes.length,
    record_size: 24,
    ip_version: 4,
    database_type: type,
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1_772_000_000,
  });
  const mark = Buffer.concat([Buffer.from([0xab, 0xcd, 0xef]), Buffer.from('MaxMind.com')]);
  return Buffer.concat([tree, Buffer.alloc(16), ...data, mark, metadata]);
}
